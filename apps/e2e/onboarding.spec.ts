import { expectAccessible } from './accessible.ts'
import { expect, logIn, logOut, test } from './journey.ts'
import { openMail } from './mailbox.ts'
import { choose, rowsOf } from './tables.ts'

const AGREEMENT = 'Private Membership Agreement'

test('an admin adds a patient of a center, who gets a mail', async ({ signedIn, guest, rows }) => {
  const [last, email] = [rows.word('Baptiste'), rows.email('noel')]
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await admin.getByRole('button', { name: 'Add Patient' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Patient' })
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog.getByLabel('Last Name')).toHaveAccessibleDescription('This field is required.')
  await dialog.getByLabel('First Name').fill('Noel')
  await dialog.getByLabel('Last Name').fill(last)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await choose(dialog.getByRole('combobox', { name: 'Harvest center' }), 'Lakeview Plastic Surgery')
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog.getByText(`Patient has been added. We emailed a link to set the password to ${email}.`)).toBeVisible()
  await expect(dialog, 'it closes by itself').toBeHidden()
  await admin.goto(`/dashboard?search=${encodeURIComponent(last)}`)
  await expect(rowsOf(admin, 'All users', 'Lakeview Plastic Surgery')).toHaveCount(1)
  const inbox = await guest()
  await openMail(inbox, email, 'Your account is ready')
  await expect(inbox.getByText('Hello Noel,')).toBeVisible()
})

test('an admin adds a lab, which a new harvest center can be given to at once', async ({ signedIn, rows }) => {
  const [company, email] = [rows.word('Laboratory'), rows.email('laboratory')]
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await admin.getByRole('button', { name: 'Add Lab' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Lab' })
  await dialog.getByRole('button', { name: 'Add Lab' }).click()
  await expect(dialog.getByLabel('Lab Name')).toHaveAccessibleDescription('This field is required.')
  await dialog.getByLabel('Lab Name').fill(company)
  await dialog.getByLabel('First Name').fill('Ines')
  await dialog.getByLabel('Last Name').fill('Moreau')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Add Lab' }).click()
  await expect(dialog.getByText(`Lab has been added. We emailed a link to set the password to ${email}.`)).toBeVisible()
  await expect(dialog, 'it closes by itself').toBeHidden()
  await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
  await choose(admin.getByRole('dialog', { name: 'Add Harvest Center' }).getByRole('combobox', { name: 'Lab' }), company)
})

test('an address that is taken is refused at its field, and nothing that was typed is lost', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { email } = await rows.patient()
  const admin = await signedIn('admin')
  await admin.goto('/dashboard?add=patient')
  const dialog = admin.getByRole('dialog', { name: 'Add Patient' })
  await dialog.getByLabel('First Name').fill('Twice')
  await dialog.getByLabel('Last Name').fill('Over')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email.toUpperCase())
  refusals.expect(409, '/api/v1/users/')
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'A user with this email already exists.',
  )
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Over')
})

test('an admin adds a harvest center, which accepts the agreement before anything else', async ({ signedIn, guest, rows }) => {
  const [company, email] = [rows.word('Silverbrook Clinic'), rows.email('silverbrook')]
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Harvest Center' })
  await dialog.getByLabel('Clinic Name').fill(company)
  await dialog.getByLabel('Phone').fill('+1 555 010 9900')
  await dialog.getByLabel('First Name').fill('Ines')
  await dialog.getByLabel('Last Name').fill('Moreau')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await choose(dialog.getByRole('combobox', { name: 'Sales rep' }), 'Elena Navarro')
  await choose(dialog.getByRole('combobox', { name: 'Lab' }), 'Meridian Processing Laboratory')
  await dialog.getByLabel('Address Line 1').fill('5 Quay Street')
  await dialog.getByLabel('City').fill('Halifax')
  await dialog.getByLabel('State').fill('Nova Scotia')
  await dialog.getByRole('button', { name: 'Add Harvest Center' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription('This field is required.')
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
  await dialog.getByRole('button', { name: 'Add Harvest Center' }).click()
  await expect(dialog.getByText('Harvest center has been added.')).toBeVisible()

  const desk = await guest()
  await logIn(desk, await rows.activate(email, { agreement: false }))
  const agreement = desk.getByRole('dialog', { name: AGREEMENT })
  await expect(agreement).toContainText('This agreement is made between you and Meridian Cell Bank.')
  await desk.keyboard.press('Escape')
  await expect(agreement, 'there is no way round it').toBeVisible()
  await agreement.getByRole('button', { name: 'Log Out' }).click()
  await expect(desk.getByRole('button', { name: 'Login' }), 'but out').toBeVisible()
  await logIn(desk, { email, password: rows.password })
  await agreement.getByRole('checkbox', { name: /I have read/ }).check()
  await agreement.getByRole('button', { name: 'Accept' }).click()
  await expect(agreement.getByText('Thank you. The agreement is accepted.')).toBeVisible()
  await expect(agreement).toBeHidden()
  await expect(desk.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await logOut(desk)
  await logIn(desk, { email, password: rows.password })
  await expect(desk.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await expect(agreement, 'it is asked once').toBeHidden()
})
