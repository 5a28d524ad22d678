import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseOption } from './journey/tables.ts'

test('an admin adds a lab, a center that sends to it, and a patient of the center, who gets a mail', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-labs')
  const linkMailed = (kind: string, email: string) =>
    expect(admin.getByText(`${kind} has been added. We emailed a link to set the password to ${email}.`)).toBeVisible()

  await test.step('the lab', async () => {
    await admin.getByRole('button', { name: 'Add Lab' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Lab' })
    await dialog.getByLabel('Lab Name').fill('Northlight Laboratory')
    await dialog.getByLabel('First Name').fill('Ines')
    await dialog.getByLabel('Last Name').fill('Moreau')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('northlight@example.test')
    await dialog.getByRole('button', { name: 'Add Lab' }).click()
    await linkMailed('Lab', 'northlight@example.test')
    await expect(dialog, 'closes automatically').toBeHidden()
  })

  await test.step('the center', async () => {
    await openWithin(admin, '/all-harvest-centers')
    await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Harvest Center' })
    await dialog.getByLabel('Clinic Name').fill('Silverbrook Clinic')
    await dialog.getByLabel('Phone').fill('+1 555 010 9900')
    await dialog.getByLabel('First Name').fill('Ruth')
    await dialog.getByLabel('Last Name').fill('Keller')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('silverbrook@example.test')
    await chooseOption(dialog.getByRole('combobox', { name: 'Sales rep' }), 'Elena Navarro')
    await chooseOption(dialog.getByRole('combobox', { name: 'Lab' }), 'Northlight Laboratory')
    await dialog.getByLabel('Address line 1').fill('5 Quay Street')
    await dialog.getByLabel('City').fill('Halifax')
    await dialog.getByLabel('State').fill('Nova Scotia')
    await expect(dialog.getByRole('combobox', { name: 'Country' }), 'that of the business').toHaveValue('United States')
    await chooseOption(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Harvest Center' }).click()
    await expect(admin.getByText('Harvest center has been added.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the patient, whose first email address is taken', async () => {
    await openWithin(admin, '/dashboard')
    await admin.getByRole('button', { name: 'Add Patient' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Patient' })
    const email = dialog.getByRole('textbox', { name: 'Email' })
    await dialog.getByLabel('First Name').fill('Noel')
    await dialog.getByLabel('Last Name').fill('Baptiste')
    await email.fill('ADMIN@demo.example')
    await expect(email, 'while typing').toHaveAccessibleDescription('A user with this email already exists.')
    await email.fill('noel@example.test')
    await chooseOption(dialog.getByRole('combobox', { name: 'Harvest center' }), 'Silverbrook Clinic')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Patient' }).click()
    await linkMailed('Patient', 'noel@example.test')
    await expect(dialog).toBeHidden()
    await admin.getByRole('status').getByRole('link', { name: 'View patient' }).click()
    await expect(admin.getByRole('heading', { level: 1 })).toContainText('Noel Baptiste')
    await expect(admin.getByRole('main')).toContainText('Silverbrook Clinic')
    await openMail(admin, 'noel@example.test', 'Your account is ready')
    await expect(admin.getByText('Hello Noel,')).toBeVisible()
  })
})
