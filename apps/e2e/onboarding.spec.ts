import { expectAccessible } from './journey/accessible.ts'
import { runUntilVisible, stopClock } from './journey/clock.ts'
import { expect, type Locator, logIn, logOut, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, listRows } from './journey/tables.ts'

const AGREEMENT = 'Private Membership Agreement'

test('an admin adds a patient of a center, and the patient gets a mail', async ({ signedIn, guest, rows }) => {
  const [last, email] = [rows.uniqueName('Baptiste'), rows.email('noel')]
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await admin.getByRole('button', { name: 'Add Patient' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Patient' })
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog.getByLabel('Last Name')).toHaveAccessibleDescription('This field is required.')
  await dialog.getByLabel('First Name').fill('Noel')
  await dialog.getByLabel('Last Name').fill(last)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await chooseOption(dialog.getByRole('combobox', { name: 'Harvest center' }), 'Lakeview Plastic Surgery')
  await chooseOption(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(
    dialog.page().getByText(`Patient has been added. We emailed a link to set the password to ${email}.`),
  ).toBeVisible()
  await expect(dialog, 'closes automatically').toBeHidden()
  await admin.goto(`/all-users?search=${encodeURIComponent(last)}`)
  await expect(listRows(admin, 'All users', 'Lakeview Plastic Surgery')).toHaveCount(1)
  const inbox = await guest()
  await openMail(inbox, email, 'Your account is ready')
  await expect(inbox.getByText('Hello Noel,')).toBeVisible()
})

test('an admin adds a lab, and can assign a new harvest center to it at once', async ({ signedIn, rows }) => {
  const [company, email] = [rows.uniqueName('Laboratory'), rows.email('laboratory')]
  const admin = await signedIn('admin')
  await admin.goto('/all-labs')
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
  await expect(dialog.page().getByText(`Lab has been added. We emailed a link to set the password to ${email}.`)).toBeVisible()
  await expect(dialog, 'closes automatically').toBeHidden()
  await admin.goto('/all-harvest-centers')
  await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
  await chooseOption(admin.getByRole('dialog', { name: 'Add Harvest Center' }).getByRole('combobox', { name: 'Lab' }), company)
})

test('a taken email address is refused at its field, and the input stays', async ({ signedIn, rows, refusals }) => {
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

test('a success is not followed by the error that its own email exists, whether the check came before or not', async ({
  signedIn,
  rows,
}) => {
  const admin = await signedIn('admin')
  await admin.clock.install()
  await admin.goto('/all-users')
  const open = async (kind: string) => {
    await admin.getByRole('button', { name: 'Add User' }).click()
    await admin.getByRole('menuitem', { name: `Add ${kind}` }).click()
  }
  const fill = async (kind: string, email: string) => {
    const dialog = admin.getByRole('dialog', { name: `Add ${kind}` })
    if (kind === 'Lab') await dialog.getByLabel('Lab Name').fill(rows.uniqueName('Laboratory'))
    await dialog.getByLabel('First Name').fill('Ines')
    await dialog.getByLabel('Last Name').fill('Moreau')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    return dialog
  }
  const submit = async (dialog: Locator, kind: string) => {
    await dialog.getByRole('button', { name: `Add ${kind}` }).click()
    await runUntilVisible(admin, dialog.page().getByText(`${kind} has been added.`, { exact: false }))
    // Longer than the pause after typing, and shorter than the success shows.
    await admin.clock.runFor(1000)
    await untilQuiet(admin)
    await admin.clock.runFor(100)
    await expect(dialog.page().getByText(`${kind} has been added.`, { exact: false })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('A user with this email already exists.')).toBeHidden()
  }
  const checked = admin.waitForResponse('**/users/email-exists/')
  await open('Patient')
  const patient = await fill('Patient', rows.email('checked'))
  await checked
  await stopClock(admin)
  await submit(patient, 'Patient')
  await admin.clock.resume()
  await expect(patient).toBeHidden()
  await open('Lab')
  await expect(admin.getByRole('dialog', { name: 'Add Lab' })).toBeVisible()
  await untilQuiet(admin)
  await admin.clock.pauseAt(Date.now() + 180_000)
  await submit(await fill('Lab', rows.email('hasty')), 'Lab')
})

test('a new harvest center must accept the agreement first', async ({ signedIn, guest, rows }) => {
  const [company, email] = [rows.uniqueName('Silverbrook Clinic'), rows.email('silverbrook')]
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await admin.getByRole('button', { name: 'Add Harvest Center' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add Harvest Center' })
  await dialog.getByLabel('Clinic Name').fill(company)
  await dialog.getByLabel('Phone').fill('+1 555 010 9900')
  await dialog.getByLabel('First Name').fill('Ines')
  await dialog.getByLabel('Last Name').fill('Moreau')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await chooseOption(dialog.getByRole('combobox', { name: 'Sales rep' }), 'Elena Navarro')
  await chooseOption(dialog.getByRole('combobox', { name: 'Lab' }), 'Meridian Processing Laboratory')
  await dialog.getByLabel('Address line 1').fill('5 Quay Street')
  await dialog.getByLabel('City').fill('Halifax')
  await dialog.getByLabel('State').fill('Nova Scotia')
  await expect(dialog.getByRole('combobox', { name: 'Country' }), 'that of the business').toHaveValue('United States')
  await chooseOption(dialog.getByRole('combobox', { name: 'Country' }), 'Canada')
  await dialog.getByRole('button', { name: 'Add Harvest Center' }).click()
  await expect(dialog.page().getByText('Harvest center has been added.')).toBeVisible()

  const desk = await guest()
  await logIn(desk, await rows.activate(email, { agreement: false }))
  const agreement = desk.getByRole('dialog', { name: AGREEMENT })
  await expect(agreement).toContainText('This agreement is made between you and Meridian Cell Bank.')
  await desk.keyboard.press('Escape')
  await expect(agreement, 'other screens are not open before').toBeVisible()
  await agreement.getByRole('button', { name: 'Log Out' }).click()
  await expect(desk.getByRole('button', { name: 'Login' }), 'log-out is possible').toBeVisible()
  await logIn(desk, { email, password: rows.password })
  await agreement.getByRole('checkbox', { name: /I have read/ }).check()
  await agreement.getByRole('button', { name: 'Accept' }).click()
  await expect(agreement.getByText('Thank you. The agreement is accepted.')).toBeVisible()
  await expect(agreement).toBeHidden()
  await expect(desk.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await logOut(desk)
  await logIn(desk, { email, password: rows.password })
  await expect(desk.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await expect(agreement, 'the agreement is asked for once').toBeHidden()
})
