import { expectAccessible } from './journey/accessible.ts'
import { expect, logIn, logOut, type Page, submitLogin, test } from './journey/journey.ts'
import { mailedLink } from './journey/mailbox.ts'
import { openWithin } from './journey/open-within.ts'

const logInButton = (page: Page) => page.getByRole('button', { name: 'Login' })

test('a rep logs in after a wrong password, reaches the page that was wanted, moves by the menu, and logs out', async ({
  page,
  isMobile,
  refusals,
}) => {
  await page.goto('/password')
  await expect(page).toHaveURL('/?redirect=%2Fpassword')
  await expect(page).toHaveTitle('Login — Meridian Cell Bank')

  await test.step('a wrong password does not log in', async () => {
    refusals.expect(401, '/auth/login/')
    await page.getByRole('textbox', { name: 'Login' }).fill('salesrep@demo.example')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await logInButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Unable to log in with provided credentials.')
    await expectAccessible(page)
    await expect(page).toHaveURL('/?redirect=%2Fpassword')
  })

  await test.step('the right one opens the page that was wanted', async () => {
    await page.getByLabel('Password', { exact: true }).fill('demo-portal')
    await logInButton(page).click()
    await expect(page.getByText('Login successful. Redirecting...')).toBeVisible()
    await page.waitForURL('**/password')
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  })

  await test.step('the menu has the screens of the role', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    if (isMobile) {
      await expect(menu, 'Tab does not enter a closed menu').toBeHidden()
      await page.getByRole('button', { name: 'Open the menu' }).click()
    }
    await expect(menu.getByRole('link')).toHaveText([
      ...['Dashboard', 'Resource Center', 'Patients', 'Harvest Centers', 'Referral Harvest Centers'],
      ...['My Transactions', 'Commissions'],
      ...['Profile', 'Settings', 'Change Password', 'Got a Question'],
    ])
    await menu.getByRole('link', { name: 'Patients', exact: true }).click()
    await expect(page).toHaveURL('/patients')
    await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible()
  })

  await test.step('the page that was wanted is opened once', async () => {
    await logOut(page)
    await submitLogin(page, 'salesrep')
    await expect(page).toHaveTitle('Dashboard — Meridian Cell Bank')
    await expect(page.getByRole('button', { name: 'Account of Elena Navarro' })).toBeVisible()
  })
})

test('a user who forgot the password sets a new one by a mailed link, which works once @desk', async ({
  page,
  request,
  refusals,
}) => {
  const email = 'patient@demo.example'
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const sent = page.getByRole('dialog', { name: 'Forgot Password' })
  await expect(sent).toContainText('If an account uses this email, we have sent it a link to set a new password.')
  await expectAccessible(page)
  await sent.getByRole('link', { name: 'Login Page' }).click()
  await expect(logInButton(page)).toBeVisible()

  const link = await mailedLink(request, email, 'Set a new password', /\/set-password#[\w-]+/)
  await test.step('the new password is typed twice', async () => {
    await page.goto(link)
    await expect(page, 'the token is not in the history').toHaveURL('/set-password')
    await page.getByLabel('New password').fill('four unrelated words')
    await page.getByLabel('Confirm password').fill('four unrelated birds')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('New Password and Confirmation Password do not match!')).toBeVisible()
    await page.getByLabel('Confirm password').fill('four unrelated words')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await page.getByRole('dialog', { name: 'Set Password' }).getByRole('link', { name: 'Login Page' }).click()
    await submitLogin(page, { email, password: 'four unrelated words' })
  })

  await test.step('a used link says so at once, and offers a new one', async () => {
    refusals.expect(410, '/auth/set-password/open/')
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('This link no longer works')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

async function changePassword(page: Page, [current, next, confirmation]: [string, string, string]): Promise<void> {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(confirmation)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

test('a user ends own sessions on other devices, also by a new password, and an admin ends them all @desk', async ({
  signedIn,
  guest,
  rows,
  refusals,
}) => {
  // The pages of the other devices are refused when their sessions end.
  refusals.expect(401, '/')
  const { user } = await rows.session('salesrep')
  const [here, there] = [await signedIn('salesrep'), await guest()]
  await logIn(there, 'salesrep')
  await openWithin(there, '/password')
  const ended = there.getByText('Your session has ended. Log in to continue.')

  await test.step('one session, and all others', async () => {
    await here.goto('/settings')
    const sessions = here.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
    await expect(sessions.first()).toContainText('This device')
    const before = await sessions.count()
    await sessions
      .last()
      .getByRole('button', { name: /^Log out/ })
      .click()
    await expect(sessions).toHaveCount(before - 1)
    await here.getByRole('button', { name: 'Log out everywhere else' }).click()
    const question = here.getByRole('dialog', { name: 'Log out everywhere else?' })
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(ended).toBeVisible()
    await submitLogin(there, 'salesrep', '**/password')
    await expect(there.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  })

  await test.step('a new password, which needs the present one', async () => {
    await openWithin(here, '/password')
    await changePassword(here, ['demo-portal', 'a quite new password', 'a quite other password'])
    await expect(here.getByText('New Password and Confirmation Password do not match!')).toBeVisible()
    refusals.expect(422, '/api/v1/users/update-password/')
    await changePassword(here, ['not what it was', 'a quite new password', 'a quite new password'])
    await expect(here.getByText('The current password is not correct.', { exact: true })).toBeVisible()
    await changePassword(here, ['demo-portal', 'a quite new password', 'a quite new password'])
    const done = here.getByRole('dialog', { name: 'Change Password' })
    await expect(done).toContainText('Your password has been changed.')
    await done.getByRole('button').filter({ hasText: 'Close' }).click()
    await expect(ended, 'automatically').toBeVisible()
    await openWithin(here, '/dashboard')
    await expect(here.getByRole('heading', { level: 1 }), 'this session continues').toBeVisible()
    await submitLogin(there, { email: 'salesrep@demo.example', password: 'a quite new password' }, '**/password')
  })

  await test.step('an admin signs the user out everywhere', async () => {
    const admin = await signedIn('admin')
    await admin.goto(`/dashboard?user=${user.id}`)
    const drawer = admin.getByRole('dialog')
    await drawer.getByRole('tab', { name: 'Sessions' }).click()
    await expect(drawer.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Sign out everywhere' }).click()
    await admin.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(admin.getByText('The user is signed out everywhere.')).toBeVisible()
    await expect(drawer.getByText('This user is not logged in on any device.')).toBeVisible()
    for (const page of [here, there]) await expect(logInButton(page), 'logs out by itself').toBeVisible()
  })
})
