import { expectAccessible } from '../journey/accessible.ts'
import { expect, logOut, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { addDomain } from '../journey/second-domain.ts'
import { listRows } from '../journey/tables.ts'
import { accountOf, PASSWORD } from '../journey/users.ts'
import { ageProof } from './an-hour-later.ts'
import { authenticatorCode, setUpTwoStep, submitPassword } from './authenticator.ts'

const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const logInButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })

test('an admin sets up two-step sign-in, logs in by a code, confirms an export by another one, and turns it off', async ({
  signedIn,
  owner,
  business,
  refusals,
}) => {
  const page = await signedIn('admin')
  const saved = page.getByRole('button', { name: 'I’ve saved my codes' })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up' }).click()
  const { secret, codes } = await setUpTwoStep(page, PASSWORD)

  await test.step('the recovery codes must be saved first', async () => {
    await expectAccessible(page)
    await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeHidden()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await saved.click()
    await expect(page.getByText('10 recovery codes left')).toBeVisible()
  })

  const useRecovery = async (recovery: string) => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery)
  }
  await test.step('a login by a wrong recovery code, and by the code of the app', async () => {
    await logOut(page)
    refusals.expect(401, '/auth/login/')
    await submitPassword(page, accountOf('admin'))
    await expect(page.getByRole('heading', { name: 'Two-step sign-in', level: 1 })).toBeVisible()
    await expect(code(page)).toBeFocused()
    await expectAccessible(page)
    await useRecovery('aaaa-bbbb-cccc')
    await logInButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('This code is incorrect or was already used. Try the next one.')
    await page.getByRole('button', { name: 'Use a code from the app' }).click()
    // The code of the set-up is used; the next one is a step ahead.
    await code(page).fill(authenticatorCode(secret, 1))
    await logInButton(page).click()
    await page.waitForURL('**/dashboard')
  })

  await test.step('an export asks for a code', async () => {
    await openWithin(page, '/all-users?search=salesrep@demo.example')
    await expect(listRows(page, 'All users')).toHaveCount(1)
    await ageProof(owner, business, 'admin@demo.example')
    refusals.allow(428, '/api/v1/users/export-csv/')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(code(page)).toBeFocused()
    await useRecovery((codes[0] ?? '').toLowerCase())
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await download
    await expect(dialog).toHaveCount(0)
  })

  await test.step('new recovery codes replace the old ones, and one of them turns it off', async () => {
    const prove = async (recovery: string, verb: string) => {
      await page.getByLabel('Current password').fill(PASSWORD)
      await useRecovery(recovery)
      await page.getByRole('button', { name: verb }).click()
    }
    await openWithin(page, '/settings')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await prove(codes[1] ?? '', 'Create new codes')
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(list).toHaveCount(10)
    const fresh = await list.allTextContents()
    expect(codes).not.toContain(fresh[0])
    await saved.click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await prove(fresh[0] ?? '', 'Turn off')
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  })
})

test('the first admin of a new domain, made on the console, sets it up before anything else', async ({
  openPage,
  rows,
  refusals,
}) => {
  const identifier = `demanding-${rows.key}`
  const host = `${identifier}.localhost`
  const admin = { email: `first@${identifier}.example`, password: 'four unrelated words' }
  const link = await addDomain({ identifier, name: 'Careful Cells', host, admin: admin.email })
  const page = await openPage({ baseURL: `http://${host}:${process.env.E2E_PORT}` })

  await test.step('the password is not a common one', async () => {
    await page.goto(link)
    await page.getByLabel('New password').fill('12345678')
    await expect(page.getByText('Password strength: Very weak')).toBeVisible()
    await page.getByLabel('Confirm password').fill('12345678')
    refusals.expect(422, '/auth/set-password/')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('This password is very common. Choose another one.')).toBeVisible()
    await page.getByLabel('New password').fill(admin.password)
    await expect(page.getByText('Password strength: Strong')).toBeVisible()
    await page.getByLabel('Confirm password').fill(admin.password)
    await page.getByRole('button', { name: 'Set Password' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Login Page' }).click()
  })

  await test.step('only the settings are open after the login, which has no tour of a demo', async () => {
    await expect(logInButton(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take a tour of the demo' })).toHaveCount(0)
    refusals.allow(428, '/api/')
    await submitPassword(page, admin)
    await page.waitForURL('**/settings')
    await expect(page.getByText('Careful Cells requires two-step sign-in for your role.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Find…' }), 'searches would be refused').toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/password')
    await expect(page, 'other screens are closed').toHaveURL('/settings')
  })

  await test.step('two-step sign-in opens the rest, and stays', async () => {
    await setUpTwoStep(page, admin.password)
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
    await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off' }), 'it is required').toHaveCount(0)
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByText('1–1 of 1')).toBeVisible()
  })
})
