import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { closeSignedUpDialog, confirmEmail, fillPerson, newSignUpPerson, type SignUpPerson } from '../journey/sign-ups.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

test('a center invites staff by its link: it refuses the first who signs up, and the second one joins', async ({
  signedIn,
  guest,
  request,
  rows,
}) => {
  const { id, company } = (await rows.session('harvestcenter')).user
  const desk = await signedIn('harvestcenter')
  const waiting = (newcomer: SignUpPerson) => listRows(desk, 'Waiting for confirmation', newcomer.last_name)
  const [first, second] = [newSignUpPerson(rows), newSignUpPerson(rows)]

  await test.step('the center refuses the first one', async () => {
    const { link } = await rows.call<{ link: string }>('harvestcenter', 'GET', `/api/v1/hc-staff/${id}/sign-up-link/`)
    const data = { ...first, subscription: 9, staff_hc_ids: [id], key: new URL(link).hash.slice(1) }
    expect(await request.post('/api/v1/users/', { data })).toBeOK()
    await desk.goto('/staff-view')
    await expect(waiting(first)).toBeVisible()
    await expectAccessible(desk)
    await chooseRowAction(desk, waiting(first), 'Refuse')
    await desk.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(desk.getByText('The sign-up has been refused.')).toBeVisible()
    await expect(waiting(first)).toHaveCount(0)
  })

  await test.step('the second one opens the link, signs up and joins the staff', async () => {
    const page = await guest()
    await page.goto(await desk.getByRole('textbox', { name: 'Staff sign-up' }).inputValue())
    await expect(page.getByText(`You were invited by ${company}.`)).toBeVisible()
    await fillPerson(page, second)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(page, 'HC Staff Registration', SIGNED_UP)
    await confirmEmail(page, second)
    await desk.reload()
    await expect(listRows(desk, 'Your staff', second.last_name)).toContainText(`by ${company}`)
    await expect(waiting(second)).toHaveCount(0)
  })
})
