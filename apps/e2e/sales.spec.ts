import { expectAccessible } from './journey/accessible.ts'
import { FEE_PATH } from './journey/checkout-form.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('a manager removes a rep, who disappears with its business, and a distributor removes the manager', async ({
  signedIn,
  rows,
}) => {
  const [own, lost] = [(await rows.session('harvestcenter')).user, (await rows.session(person('brightwater'))).user]
  const patient = await rows.patient(own.id)
  const page = await signedIn('manager')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Marcus')
  const reps = listRows(page, 'Your sales reps')
  const kwame = reps.filter({ hasText: 'Kwame Balogun' })
  const patients = listRows(page, 'Patients')
  const lookFor = async (text: string) => {
    const search = page.getByRole('searchbox', { name: 'Search by ID or HC company' })
    await search.fill(text)
    await search.press('Enter')
  }

  await test.step('the dialog only asks', async () => {
    await expect(kwame).toContainText('kwame.balogun@demo.example')
    await expect(reps).toHaveCount(3)
    await chooseRowAction(page, kwame, 'Remove from team')
    const question = page.getByRole('dialog', { name: 'Remove Kwame Balogun from your team?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(reps).toHaveCount(3)
    await chooseRowAction(page, kwame, 'Remove from team')
    await question.getByRole('button', { name: 'Remove from team' }).click()
    await expect(page.getByText('Removed from the team.')).toBeVisible()
    await expect(kwame).toHaveCount(0)
    await expect(reps).toHaveCount(2)
  })

  await test.step('patients of the team by ID and company, without the persons', async () => {
    await openWithin(page, '/all-patients-team')
    await lookFor(lost.company)
    await expect(page.getByText('No results'), 'of the removed rep').toBeVisible()
    await lookFor(patient.last_name)
    await expect(page.getByText('No results'), 'a name finds no patient').toBeVisible()
    await lookFor(own.company)
    await expect(patients.first()).toBeVisible()
    await lookFor(String(patient.id))
    await expect(patients).toHaveText([new RegExp(`Patient ${patient.id}`)])
    await page.getByRole('link', { name: `Patient ${patient.id}` }).click()
    const data = page.getByRole('dialog', { name: `Patient ${patient.id}` })
    await expect(data).toContainText(own.company)
    await expect(data).not.toContainText(patient.last_name)
    await expectAccessible(page)
  })

  const above = await signedIn('distributor')
  await test.step('the distributor sees the reps of a manager, here and in the list of the team', async () => {
    await above.goto('/dashboard')
    await listRows(above, 'Your sales managers').getByRole('link', { name: 'Marcus Okafor', exact: true }).click()
    const team = above.getByRole('dialog', { name: 'Sales reps of Marcus Okafor' })
    await expect(team).toContainText('Navarro')
    await expectAccessible(above)
    await above.keyboard.press('Escape')
    await expect(team).toBeHidden()
    await openWithin(above, '/all-manager-sr-team')
    await expect(listRows(above, 'Sales reps', 'Navarro')).toContainText('Marcus Okafor')
    await openWithin(above, `/all-manager-patients-team?search=${patient.id}`)
    await expect(listRows(above, 'Patients')).toHaveText([new RegExp(`Patient ${patient.id}`)])
  })

  await test.step('without the manager the reps are gone', async () => {
    await openWithin(above, '/dashboard')
    const marcus = listRows(above, 'Your sales managers', 'Marcus Okafor')
    await chooseRowAction(above, marcus, 'Remove from team')
    await above
      .getByRole('dialog', { name: /^Remove/ })
      .getByRole('button', { name: 'Remove from team' })
      .click()
    await expect(marcus).toHaveCount(0)
    await openWithin(above, '/all-manager-sr-team')
    await expect(listRows(above, 'Sales reps', 'Sorensen').first()).toBeVisible()
    await expect(listRows(above, 'Sales reps', 'Navarro')).toHaveCount(0)
  })
})

test('a center without a rep cannot pay and is sent to its dashboard with the reason', async ({ signedIn, rows }) => {
  const { user } = await rows.session('harvestcenter')
  await rows.call('admin', 'PATCH', `/api/v1/users/${user.id}/`, { saless_rep_id: null })
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE_PATH)
  await expect(desk).toHaveURL('/dashboard')
  await expect(
    desk.getByText("Your account doesn't have a sales rep associated. Please contact your admin for help."),
  ).toBeVisible()
  await expect(desk.getByRole('link', { name: 'New patient', exact: true })).toBeHidden()
})
