import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { passwordToken } from './journey/mailbox.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseOption, listRows } from './journey/tables.ts'

test('an admin adds a center that sends to a lab, a patient of the center, who gets a mail, and a sales manager', async ({
  signedIn,
  request,
}) => {
  const admin = await signedIn('admin')

  await test.step('the center', async () => {
    await admin.goto('/all-harvest-centers')
    await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Harvest Center' })
    await dialog.getByLabel('Clinic Name').fill('Silverbrook Clinic')
    await dialog.getByLabel('Phone').fill('+1 555 010 9900')
    await dialog.getByLabel('First Name').fill('Ruth')
    await dialog.getByLabel('Last Name').fill('Keller')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('silverbrook@example.test')
    await chooseOption(dialog.getByRole('combobox', { name: 'Sales rep' }), 'Elena Navarro')
    await chooseOption(dialog.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
    await dialog.getByLabel('Address line 1').fill('5 Quay Street')
    await dialog.getByLabel('City').fill('Halifax')
    await dialog.getByLabel('State').fill('Nova Scotia')
    await expect(dialog.getByRole('combobox', { name: 'Country' }), 'that of the business').toHaveValue('United States')
    await chooseOption(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Harvest Center' }).click()
    const added = 'Harvest center has been added. We emailed a link to set the password to silverbrook@example.test.'
    await expect(admin.getByText(added)).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the patient, whose first email address is taken', async () => {
    await admin.getByRole('status').getByRole('link', { name: 'Add patient' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Patient' })
    const email = dialog.getByRole('textbox', { name: 'Email' })
    await dialog.getByLabel('First Name').fill('Noel')
    await dialog.getByLabel('Last Name').fill('Baptiste')
    await email.fill('ADMIN@demo.example')
    await expect(email, 'while typing').toHaveAccessibleDescription('A user with this email already exists.')
    await email.fill('noel@example.test')
    await expect(dialog.getByRole('combobox', { name: 'Harvest center' }), 'is filled in').toHaveValue('Silverbrook Clinic')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Patient' }).click()
    const added = 'Patient has been added. We emailed a link to set the password to noel@example.test.'
    await expect(admin.getByText(added)).toBeVisible()
    await expect(dialog).toBeHidden()
    await admin.getByRole('status').getByRole('link', { name: 'View patient' }).click()
    await expect(admin.getByRole('heading', { level: 1 })).toContainText('Noel Baptiste')
    await expect(admin.getByRole('main')).toContainText('Silverbrook Clinic')
    expect(await passwordToken(request, 'noel@example.test'), 'the mail with the link').not.toBe('')
  })

  await test.step('the sales manager, where the sales people are listed', async () => {
    await openWithin(admin, '/all-sales')
    await admin.getByRole('button', { name: 'Add Sales Person' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add Sales Person' })
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await admin.getByRole('option', { name: 'Sales manager' }).click()
    await dialog.getByLabel('First name').fill('Ines')
    await dialog.getByLabel('Last name').fill('Moreau')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('ines@example.test')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Add Sales Person' }).click()
    await expect(dialog).toBeHidden()
    await openWithin(admin, '/all-sales?role=sales_manager&search=Moreau')
    await expect(listRows(admin, 'Sales people', 'Moreau')).toContainText('Invited')
    await openWithin(admin, '/all-referral-centers')
    await admin.getByRole('button', { name: 'Add Referral Center' }).click()
    await expect(admin.getByRole('dialog', { name: 'Add Referral Center' }).getByLabel('Clinic name')).toBeVisible()
  })
})
