import { expectAccessible } from './journey/accessible.ts'
import { expect, logIn, logOut, type Page, submitLogin, test } from './journey/journey.ts'
import { openMail, passwordToken } from './journey/mailbox.ts'

const logInButton = (page: Page) => page.getByRole('button', { name: 'Login' })

async function changePassword(page: Page, [current, next, confirmation]: [string, string, string]): Promise<void> {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(confirmation)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

test('an admin logs in, sees the welcome for a second, and logs out', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Login — Meridian Cell Bank')
  await page.getByRole('textbox', { name: 'Login' }).fill('admin@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('demo-portal')
  await logInButton(page).click()
  await expect(page.getByText('Login successful. Redirecting...')).toBeVisible()
  await page.waitForURL('**/dashboard')
  await expect(page).toHaveTitle('Dashboard — Meridian Cell Bank')
  await expect(page.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await logOut(page)
  await page.goto('/dashboard')
  await expect(logInButton(page), 'Back does not return').toBeVisible()
})

test('a wrong password shows the error and does not log in @desk', async ({ page, refusals }) => {
  refusals.expect(401, '/auth/login/')
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Login' }).fill('admin@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await logInButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Unable to log in with provided credentials.')
  await expectAccessible(page)
  await expect(page).toHaveURL('/')
})

test('login opens the page that the user wanted before, once @desk', async ({ page }) => {
  await page.goto('/password')
  await expect(page).toHaveURL('/?redirect=%2Fpassword')
  await submitLogin(page, 'lab', '**/password')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await logOut(page)
  await submitLogin(page, 'lab')
})

test('a user who forgot the password sets a new one by a mailed link', async ({ page, rows }) => {
  const { email } = await rows.patient(undefined, { activated: true })
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const sent = page.getByRole('dialog', { name: 'Forgot Password' })
  await expect(sent).toContainText('If an account uses this email, we have sent it a link to set a new password.')
  await expectAccessible(page)
  await sent.getByRole('link', { name: 'Login Page' }).click()
  await expect(logInButton(page)).toBeVisible()

  await openMail(page, email, 'Set a new password')
  await page.getByRole('link', { name: /set-password/ }).click()
  await expect(page, 'the token is not in the history').toHaveURL('/set-password')
  await page.getByLabel('New password').fill('four unrelated words')
  await page.getByLabel('Confirm password').fill('four unrelated birds')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('New Password and Confirmation Password do not match!')).toBeVisible()
  await page.getByLabel('Confirm password').fill('four unrelated words')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('dialog', { name: 'Set Password' }).getByRole('link', { name: 'Login Page' }).click()
  await logIn(page, { email, password: 'four unrelated words' })
})

test('a used link says so at once, and a new one can be requested @desk', async ({ page, rows, refusals }) => {
  const { email } = await rows.patient()
  const link = `/set-password#${await passwordToken(page.request, email)}`
  await rows.activate(email)
  refusals.expect(410, '/auth/set-password/open/')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a changed password ends every other session @desk', async ({ signedIn, rows, refusals }) => {
  const account = await rows.patient(undefined, { activated: true })
  const [here, elsewhere] = [await signedIn(account), await signedIn(account)]
  await elsewhere.goto('/password')
  await here.goto('/password')
  await changePassword(here, [account.password, 'a quite new password', 'a quite other password'])
  await expect(here.getByText('New Password and Confirmation Password do not match!')).toBeVisible()

  refusals.expect(422, '/api/v1/users/update-password/')
  await changePassword(here, ['not what it was', 'a quite new password', 'a quite new password'])
  await expect(here.getByText('The current password is not correct.', { exact: true })).toBeVisible()

  refusals.expect(401, '/')
  await changePassword(here, [account.password, 'a quite new password', 'a quite new password'])
  const done = here.getByRole('dialog', { name: 'Change Password' })
  await expect(done).toContainText('Your password has been changed.')
  await done.getByRole('button').filter({ hasText: 'Close' }).click()

  await expect(elsewhere.getByText('Your session has ended. Log in to continue.'), 'automatically').toBeVisible()
  await here.goto('/dashboard')
  await expect(here.getByRole('heading', { level: 1 }), 'this session continues').toBeVisible()
  await submitLogin(elsewhere, { email: account.email, password: 'a quite new password' }, '**/password')
})

test('a screen of another role is unauthorized, and a guest must log in first @desk', async ({ signedIn, page }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/all-transaction-report')
  await expect(rep).toHaveURL('/unauthorized')
  await expect(rep.getByRole('heading', { name: 'This action is unauthorized' })).toBeVisible()
  await page.goto('/all-transaction-report')
  await expect(page).toHaveURL('/?redirect=%2Fall-transaction-report')
  await page.goto('/there-is-no-such-page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('menu and command palette offer exactly the screens of the role', async ({ signedIn, isMobile }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/dashboard')
  const menu = rep.getByRole('navigation', { name: 'Main menu' })
  if (isMobile) {
    await expect(rep.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    await expect(menu, 'Tab does not enter a closed menu').toBeHidden()
    await rep.getByRole('button', { name: 'Open the menu' }).click()
  }
  await expect(menu.getByRole('link')).toHaveText([
    ...['Dashboard', 'Resource Center', 'Patients', 'Harvest Centers', 'Referral Harvest Centers'],
    ...['My Transactions', 'Commissions'],
    ...['Profile', 'Settings', 'Change Password', 'Got a Question'],
  ])
  await menu.getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(rep).toHaveURL('/patients')
  await rep.keyboard.press('ControlOrMeta+k')
  await rep.getByRole('combobox', { name: 'Find' }).fill('transac')
  await rep.keyboard.press('Enter')
  await expect(rep).toHaveURL('/my-transaction-report')
})
