import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { verificationToken } from '../journey/mailbox.ts'
import {
  closeSignedUpDialog,
  confirmEmail,
  fillPerson,
  newSignUpPerson,
  pressConfirm,
  type SignUpPerson,
} from '../journey/sign-ups.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

test('a center invites staff by its link: it refuses the first who signs up, and the second one joins', async ({
  signedIn,
  guest,
  rows,
  refusals,
}) => {
  const { company } = (await rows.session('harvestcenter')).user
  const [desk, page] = [await signedIn('harvestcenter'), await guest()]
  const waiting = (newcomer: SignUpPerson) => listRows(desk, 'Waiting for confirmation', newcomer.last_name)
  const signUp = async (visitor: Page, newcomer: SignUpPerson) => {
    const link = await desk.getByRole('textbox', { name: 'Staff sign-up' }).inputValue()
    await visitor.goto(link)
    await expect(visitor.getByText(`You were invited by ${company}.`)).toBeVisible()
    await fillPerson(visitor, newcomer)
    await visitor.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(visitor, 'HC Staff Registration', SIGNED_UP)
    await desk.reload()
    await expect(waiting(newcomer)).toBeVisible()
    return link
  }
  await desk.goto('/staff-view')

  await test.step('the center refuses the first one, whose link to confirm the email ends', async () => {
    const first = newSignUpPerson(rows)
    await signUp(page, first)
    await expectAccessible(desk)
    const token = await verificationToken(page.request, first.email)
    await chooseRowAction(desk, waiting(first), 'Refuse')
    await desk.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(desk.getByText('The sign-up has been refused.')).toBeVisible()
    refusals.expect(410, '/auth/verify-email/')
    await page.goto(`/verify-email#${token}`)
    await pressConfirm(page, first.password)
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  })

  await test.step('the second one joins the staff, and the link is used up', async () => {
    const second = newSignUpPerson(rows)
    const link = await signUp(page, second)
    await confirmEmail(page, second)
    await desk.reload()
    await expect(listRows(desk, 'Your staff', second.last_name)).toContainText(`by ${company}`)
    await expect(waiting(second)).toHaveCount(0)
    refusals.expect(410, '/api/v1/hc-staff/')
    await page.goto(link)
    await expect(page.getByText('This link was already used. Ask the harvest center for a new one.')).toBeVisible()
  })
})
