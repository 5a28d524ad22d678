/** Leaders add the members of their team. */
import { expect, type Page, test } from '../journey/journey.ts'
import { newSignUpPerson } from '../journey/sign-ups.ts'

test('a distributor adds a manager, who adds a rep', async ({ signedIn, rows }) => {
  const add = async (page: Page, title: string, newcomer: { first_name: string; last_name: string; email: string }) => {
    await page.getByLabel('First Name').fill(newcomer.first_name)
    await page.getByLabel('Last Name').fill(newcomer.last_name)
    await page.getByRole('textbox', { name: 'Email' }).fill(newcomer.email)
    await page.getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toContainText(`We emailed a link to set the password to ${newcomer.email}.`)
    await expect(page.getByLabel('First Name'), 'the form is empty again').toHaveValue('')
    await dialog.getByRole('link', { name: /^View sales/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(newcomer.last_name)
  }
  const [manager, rep] = [newSignUpPerson(rows), newSignUpPerson(rows)]
  const distributor = await signedIn('distributor')
  await distributor.goto('/add-sales-manager')
  await add(distributor, 'Add Sales Manager', manager)

  const theirs = await signedIn(await rows.activate(manager.email))
  await theirs.goto('/add-sales-rep')
  await add(theirs, 'Add Sales Rep', rep)
})
