import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { chooseOption, chooseRowAction, listRows } from '../journey/tables.ts'
import type { Account } from '../journey/users.ts'
import { authenticatorCode, setUpTwoStep } from './authenticator.ts'

const ageProofPath = path.resolve(import.meta.dirname, '../../api/src/testing/age-proof.ts')
/** Changes the database of the running portal: no journey waits for ten minutes. */
const ageProof = ({ email }: Account) =>
  promisify(execFile)(process.execPath, [ageProofPath, process.env.E2E_DATA_DIR ?? '', email])

const USERS = 'All users'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })

test('an export asks for the password again; cancelling changes nothing', async ({ signedIn, rows, refusals }) => {
  const admin = await rows.admin()
  const page = await signedIn(admin)
  await page.goto('/all-users')
  await expect(listRows(page, USERS).first()).toBeVisible()
  await ageProof(admin)
  refusals.allow(428, '/api/v1/users/export-csv/')
  const exporting = () => page.getByRole('button', { name: 'Export CSV' }).click()
  await exporting()
  await expect(dialog(page).getByLabel('Current password')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('You did not confirm that it is you.')).toBeVisible()
  await expect(listRows(page, USERS).first(), 'still logged in').toBeVisible()

  await exporting()
  refusals.expect(422, '/auth/confirm/')
  await dialog(page).getByLabel('Current password').fill('not this one')
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page).getByText('The current password is not correct.').first()).toBeVisible()
  await dialog(page).getByLabel('Current password').fill(admin.password)
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expect(dialog(page)).toHaveCount(0)
})

test('entering an account asks for a code on a phone; going back does not ask', async ({ signedIn, rows, refusals }) => {
  const [admin, rep] = [await rows.admin(), await rows.rep()]
  const page = await signedIn(admin)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up' }).click()
  const { secret } = await setUpTwoStep(page, admin.password)
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await ageProof(admin)
  refusals.expect(428, '/api/v1/users/login-as-user/')
  await chooseRowAction(page, listRows(page, USERS, rep.last_name), 'Login As')
  await expect(dialog(page).getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessible(page)
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(secret, 1))
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(banner(page)).toBeVisible()
  await ageProof(admin)
  await banner(page)
    .getByRole('button', { name: /^Go back/ })
    .click()
  await expect(banner(page)).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})

test('Escape closes only the question: the form below keeps what was entered', async ({ signedIn, rows, refusals }) => {
  const [admin, rep] = [await rows.admin(), await rows.rep()]
  const page = await signedIn(admin)
  await page.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await chooseRowAction(page, listRows(page, USERS, rep.last_name), 'Change Password')
  const form = page.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('New password').fill('five words that nobody guesses')
  await expect(form.getByText('Password strength: Strong')).toBeVisible()
  await ageProof(admin)
  refusals.allow(428, '/api/v1/users/change-password/')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await dialog(page).getByLabel('Current password').press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(form.getByRole('alert')).toContainText('You did not confirm that it is you. Nothing was changed.')
  await expect(form.getByLabel('New password')).toHaveValue('five words that nobody guesses')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await dialog(page).getByLabel('Current password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(form.page().getByText('The password has been changed.')).toBeVisible()
})

test('a drawer, several rows and an import keep what was chosen, and go on after the confirmation', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const [admin, first, second] = [await rows.admin(), await rows.center(), await rows.center()]
  const [staff, one, two] = [await rows.staff([first.id]), await rows.patient(), await rows.patient()]
  const page = await signedIn(admin)
  const confirmIt = async () => {
    await dialog(page).getByLabel('Current password').fill(admin.password)
    await page.keyboard.press('Enter')
  }
  await page.goto(`/hc-staff-manager?search=${staff.last_name.split(' ')[1]}`)
  await chooseRowAction(page, listRows(page, 'Staff users', staff.last_name), 'Edit')
  const drawer = page.getByRole('dialog', { name: `${staff.first_name} ${staff.last_name}` })
  await chooseOption(drawer.getByRole('combobox', { name: 'Harvest centers' }), second.company)
  await ageProof(admin)
  refusals.allow(428, '/api/v1/hc-staff/')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Current password').press('Escape')
  await expect(drawer.getByRole('alert')).toContainText('You did not confirm that it is you. Nothing was changed.')
  await expect(drawer).toContainText(second.company)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await confirmIt()
  await expect(listRows(page, 'Staff users', staff.last_name)).toContainText(second.company)

  await page.goto(`/all-users?search=${rows.key}&membership=2`)
  for (const { last_name } of [one, two]) await page.getByRole('checkbox', { name: `Select Ada ${last_name}` }).check()
  await page.getByRole('region', { name: 'Selected users' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Set harvest center' }).click()
  const bulk = page.getByRole('dialog', { name: 'Set harvest center: 2 users' })
  await chooseOption(bulk.getByRole('combobox', { name: 'Harvest center' }), first.company)
  await ageProof(admin)
  refusals.allow(428, '/api/v1/users/bulk/')
  await bulk.getByRole('button', { name: 'Set harvest center' }).click()
  await confirmIt()
  await expect(page.getByText('2 users have been changed.')).toBeVisible()

  await page.goto('/import')
  const csv = `First Name,Last Name,Email\r\nAda,${rows.uniqueName('Imported')},${rows.email('ada')}`
  await page.getByLabel('File to import').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await ageProof(admin)
  refusals.allow(428, '/api/v1/users/import-csv/')
  await page.getByRole('button', { name: 'Import 1 patient' }).click()
  await confirmIt()
  await expect(page.getByText('1 patient imported')).toBeVisible()
})
