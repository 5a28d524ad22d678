/** The notice of a new thing: its links, and how long it stays. */
import { expectAccessible, expectContrast } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import type { Rows } from '../journey/rows.ts'
import { chooseOption } from '../journey/tables.ts'

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function addLab(page: Page, rows: Rows): Promise<string> {
  const company = rows.uniqueName('Laboratory')
  const dialog = page.getByRole('dialog', { name: 'Add Lab' })
  await dialog.getByLabel('Lab name').fill(company)
  await dialog.getByLabel('First name').fill('Ines')
  await dialog.getByLabel('Last name').fill('Moreau')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(rows.email('lab'))
  await dialog.getByRole('button', { name: 'Add Lab' }).click()
  await expect(dialog).toBeHidden()
  return company
}

/** Adds a center, goes on to its first patient, and looks at both. */
async function addCenterAndPatient(admin: Page, rows: Rows): Promise<void> {
  await openWithin(admin, '/all-harvest-centers?add=harvest-center')
  const company = rows.uniqueName('Silverbrook Clinic')
  const center = admin.getByRole('dialog', { name: 'Add Harvest Center' })
  await center.getByLabel('Clinic name').fill(company)
  await center.getByLabel('Phone').fill('+1 555 010 9900')
  await center.getByLabel('First name').fill('Ines')
  await center.getByLabel('Last name').fill('Moreau')
  await center.getByRole('textbox', { name: 'Email' }).fill(rows.email('silverbrook'))
  await chooseOption(center.getByRole('combobox', { name: 'Sales rep' }), 'Elena Navarro')
  await center.getByLabel('Address line 1').fill('5 Quay Street')
  await center.getByLabel('City').fill('Portland')
  await center.getByLabel('State').fill('Oregon')
  await center.getByRole('button', { name: 'Add Harvest Center' }).click()
  const added = notice(admin, 'Harvest center has been added.')
  const page = await added.getByRole('link', { name: 'View harvest center' }).getAttribute('href')
  await added.getByRole('link', { name: 'Add patient' }).click()

  const patient = admin.getByRole('dialog', { name: 'Add Patient' })
  await expect(patient.getByRole('combobox', { name: 'Harvest center' }), 'is filled in').toHaveValue(company)
  await expect(added, 'on another screen').toHaveCount(0)
  const name = rows.uniqueName('Okonjo')
  await patient.getByLabel('First name').fill('Mara')
  await patient.getByLabel('Last name').fill(name)
  await patient.getByRole('textbox', { name: 'Email' }).fill(rows.email('mara'))
  await patient.getByRole('button', { name: 'Add Patient' }).click()
  await notice(admin, 'Patient has been added.').getByRole('link', { name: 'View patient' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText(name)
  await openWithin(admin, page ?? '')
  await expect(admin.getByRole('heading', { level: 1 })).toContainText(company)
}

test('the links of something new stay until they are used, keys reach them, and they lead to the next step', async ({
  signedIn,
  rows,
}) => {
  const admin = await signedIn('admin')
  await admin.clock.install()
  await admin.goto('/all-labs')
  const add = admin.getByRole('button', { name: 'Add Lab' })
  const added = notice(admin, 'Lab has been added.')
  const view = added.getByRole('link', { name: 'View lab' })
  await add.click()
  await addLab(admin, rows)
  await expect(view).toBeVisible()
  await expect(add).toBeFocused()
  await admin.clock.runFor(60_000)
  await expect(view, 'nobody has to hurry').toBeVisible()
  await expectAccessible(admin)
  await admin.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(admin, 'dark')

  await admin.keyboard.press('F8')
  await expect(view).toBeFocused()
  await admin.keyboard.press('Tab')
  await expect(added.getByRole('link', { name: 'Add harvest center' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(added).toHaveCount(0)
  await expect(add, 'the focus is back').toBeFocused()

  await add.press('Enter')
  const second = await addLab(admin, rows)
  await add.press('Enter')
  const company = await addLab(admin, rows)
  await expect(added).toHaveCount(1)
  await admin.keyboard.press('F8')
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(/\/users\/\d+$/)
  await expect(admin.getByRole('heading', { level: 1 })).toContainText(company)
  await expect(admin.getByRole('heading', { level: 1 })).not.toContainText(second)
  await expect(added).toHaveCount(0)
  await test.step('a new harvest center leads to its first patient', () => addCenterAndPatient(admin, rows))
})
