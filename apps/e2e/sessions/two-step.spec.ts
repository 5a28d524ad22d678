import { expectAccessible } from '../journey/accessible.ts'
import { expect, logIn, logOut, type Page, test } from '../journey/journey.ts'
import { addDomain } from '../journey/second-domain.ts'
import { authenticatorCode, setUpTwoStep, submitPassword } from './authenticator.ts'

const secondStep = (page: Page) => page.getByRole('heading', { name: 'Two-step sign-in', level: 1 })
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const logInButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })

test('a user sets up two-step sign-in, logs in with an app code, and once with a recovery code', async ({
  page,
  rows,
  refusals,
}) => {
  const rep = await rows.rep()
  await logIn(page, rep)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expectAccessible(page)
  const { secret, codes } = await setUpTwoStep(page, rep.password)
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: 'Your sessions' }), 'the codes must be confirmed first').toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await logOut(page)

  refusals.expect(401, '/auth/login/')
  await submitPassword(page, rep)
  await expect(secondStep(page)).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)
  await code(page).fill('12')
  await logInButton(page).click()
  refusals.expect(422, '/auth/login/')
  await expect(page.getByRole('alert')).toBeVisible()
  // The code of the set-up is used; the next one is a step ahead.
  await code(page).fill(authenticatorCode(secret, 1))
  await logInButton(page).click()
  await page.waitForURL('**/dashboard')
  await logOut(page)

  const [first = ''] = codes
  await submitPassword(page, rep)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(first.toLowerCase())
  await logInButton(page).click()
  await page.waitForURL('**/dashboard')
  await logOut(page)
  await submitPassword(page, rep)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(first)
  await logInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect or was already used. Try the next one.')
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByRole('heading', { name: 'Member Login' })).toBeVisible()
})

test('password and code turn two-step sign-in off; new recovery codes replace the old', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const page = await signedIn(rep)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up' }).click()
  const { codes } = await setUpTwoStep(page, rep.password)
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()

  const prove = async (recovery: string, verb: string) => {
    await page.getByLabel('Current password').fill(rep.password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery)
    await page.getByRole('button', { name: verb }).click()
  }
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expectAccessible(page)
  await prove(codes[0] ?? '', 'Create new codes')
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const fresh = await list.allTextContents()
  expect(codes).not.toContain(fresh[0])
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await prove(fresh[0] ?? '', 'Turn off')
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('the first admin of a new domain, made on the console, sets it up before anything else', async ({
  browser,
  rows,
  refusals,
  pageErrors,
}) => {
  const identifier = `demanding-${rows.key}`
  const host = `${identifier}.localhost`
  const admin = { email: `first@${identifier}.example`, password: 'four unrelated words' }
  const link = await addDomain({ identifier, name: 'Careful Cells', host, admin: admin.email })
  const context = await browser.newContext({ baseURL: `http://${host}:${process.env.E2E_PORT}` })
  const page = await context.newPage()
  pageErrors.watch(page)
  await page.goto(link)
  await page.getByLabel('New password').fill('12345678')
  await expect(page.getByText('Password strength: Very weak')).toBeVisible()
  await page.getByLabel('Confirm password').fill('12345678')
  refusals.expect(422, '/auth/set-password/')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('This password is very common. Choose another one.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password').fill(admin.password)
  await expect(page.getByText('Password strength: Strong')).toBeVisible()
  await page.getByLabel('Confirm password').fill(admin.password)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Login Page' }).click()
  refusals.allow(428, '/api/')
  await submitPassword(page, admin)
  await page.waitForURL('**/settings')
  await expect(page.getByText('Careful Cells requires two-step sign-in for your role.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find…' }), 'searches would be refused').toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/password')
  await expect(page, 'other screens are closed').toHaveURL('/settings')
  await setUpTwoStep(page, admin.password)
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' }), 'two-step sign-in is required').toHaveCount(0)
  await page.goto('/all-users')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await context.close()
})
