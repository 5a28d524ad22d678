import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { newSignUpPerson, type SignUpPerson } from './journey/sign-ups.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

/** A leader adds a member of the own team, on the open form, and goes on to the page of the member. */
async function addMember(page: Page, title: string, { first_name, last_name, email }: SignUpPerson): Promise<void> {
  await page.getByLabel('First Name').fill(first_name)
  await page.getByLabel('Last Name').fill(last_name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(`We emailed a link to set the password to ${email}.`)
  await expect(page.getByLabel('First Name'), 'the form is empty again').toHaveValue('')
  await dialog.getByRole('link', { name: /^View sales/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(last_name)
}

test('a manager adds a rep and removes another one with its business; a distributor adds a manager and removes this one', async ({
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

  await test.step('the manager removes a rep after a question', async () => {
    await expect(kwame).toContainText('kwame.balogun@demo.example')
    await expect(reps).toHaveCount(3)
    await chooseRowAction(page, kwame, 'Remove from team')
    await page
      .getByRole('dialog', { name: 'Remove Kwame Balogun from your team?' })
      .getByRole('button', { name: 'Remove from team' })
      .click()
    await expect(page.getByText('Removed from the team.')).toBeVisible()
    await expect(kwame).toHaveCount(0)
    await expect(reps).toHaveCount(2)
  })

  await test.step('the manager adds a rep', async () => {
    await openWithin(page, '/add-sales-rep')
    await addMember(page, 'Add Sales Rep', newSignUpPerson(rows))
  })

  await test.step('patients of the team, without the persons', async () => {
    await openWithin(page, '/all-patients-team')
    await lookFor(lost.company)
    await expect(page.getByText('No results'), 'of the removed rep').toBeVisible()
    await lookFor(String(patient.id))
    await expect(patients).toHaveText([new RegExp(`Patient ${patient.id}`)])
    await page.getByRole('link', { name: `Patient ${patient.id}` }).click()
    const data = page.getByRole('dialog', { name: `Patient ${patient.id}` })
    await expect(data).toContainText(own.company)
    await expect(data).not.toContainText(patient.last_name)
    await expectAccessible(page)
  })

  const above = await signedIn('distributor')
  await test.step('the distributor sees the reps of a manager, and their patients', async () => {
    await above.goto('/dashboard')
    await listRows(above, 'Your sales managers').getByRole('link', { name: 'Marcus Okafor', exact: true }).click()
    const team = above.getByRole('dialog', { name: 'Sales reps of Marcus Okafor' })
    await expect(team).toContainText('Navarro')
    await expectAccessible(above)
    await above.keyboard.press('Escape')
    await expect(team).toBeHidden()
    await openWithin(above, `/all-manager-patients-team?search=${patient.id}`)
    await expect(listRows(above, 'Patients')).toHaveText([new RegExp(`Patient ${patient.id}`)])
  })

  await test.step('the distributor adds a manager', async () => {
    await openWithin(above, '/add-sales-manager')
    await addMember(above, 'Add Sales Manager', newSignUpPerson(rows))
  })

  await test.step('without the other manager the reps are gone', async () => {
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
