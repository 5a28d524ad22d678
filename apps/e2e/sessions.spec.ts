import { expectAccessible } from './journey/accessible.ts'
import { expect, logOut, type Page, submitLogin, test } from './journey/journey.ts'
import { mailedLink } from './journey/mailbox.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'

const logInButton = (page: Page) => page.getByRole('button', { name: 'Login' })

/** The pages of an operator who has set another password for the demo, until the returned function is called. */
async function hideDemoPassword(page: Page): Promise<() => Promise<void>> {
  const pages = /^http:\/\/[^/]+\/(password)?(\?.*)?$/
  await page.route(pages, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('"demo_log_in_known":true', '"demo_log_in_known":false')
    await route.fulfill({ response: answer, body: html })
  })
  return () => page.unroute(pages)
}

test('a rep comes by the tour of the demo, mistypes the password, reaches the wanted page, and logs out in all tabs, where a lab goes on @desk', async ({
  page,
  refusals,
}) => {
  const login = page.getByRole('textbox', { name: 'Login' })
  const password = page.getByLabel('Password', { exact: true })
  const tour = page.getByRole('button', { name: 'Take a tour of the demo' })
  const stop = (role: RegExp) => page.getByRole('main').getByRole('button', { name: role })
  const menu = page.getByRole('navigation', { name: 'Main menu' })

  await test.step('the tour fills in the email address, without a password that the operator set', async () => {
    const showAgain = await hideDemoPassword(page)
    await page.goto('/password')
    await expect(page).toHaveURL('/?redirect=%2Fpassword')
    await expect(page).toHaveTitle('Login — Meridian Cell Bank')
    await tour.click()
    await stop(/^Sales rep /).click()
    await expect(login).toHaveValue('salesrep@demo.example')
    await expect(password).toHaveValue('')
    await expect(password).toBeFocused()
    await showAgain()
  })

  await test.step('a wrong password does not log in', async () => {
    refusals.expect(401, '/auth/login/')
    await password.fill('not the password')
    await logInButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Unable to log in with provided credentials.')
    await expectAccessible(page)
    await expect(page).toHaveURL('/?redirect=%2Fpassword')
  })

  await test.step('the right one opens the page that was wanted', async () => {
    await password.fill('demo-portal')
    await logInButton(page).click()
    await expect(page.getByText('Login successful. Redirecting...')).toBeVisible()
    await page.waitForURL('**/password')
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  })

  await test.step('the menu has the screens of the role', async () => {
    await expect(menu.getByRole('link')).toHaveText([
      ...['Dashboard', 'Resource Center', 'Patients', 'Harvest Centers', 'Referral Harvest Centers'],
      ...['My Transactions', 'Commissions'],
      ...['Profile', 'Settings', 'Change Password', 'Got a Question'],
    ])
    await menu.getByRole('link', { name: 'Profile', exact: true }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('salesrep@demo.example')
  })

  const second = await page.context().newPage()
  await test.step('Back after a log-out opens the login and shows nothing of the former screen, and a second tab follows', async () => {
    await second.goto('/settings')
    await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
    await logOut(page)
    await untilQuiet(page)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Member Login' })).toBeVisible()
    await expect(page.getByText('salesrep@demo.example')).toHaveCount(0)
    await expect(second.getByRole('heading', { name: 'Member Login' }), 'the other tab is logged out, too').toBeVisible()
  })

  await test.step('the tour fills in the whole log-in of a lab, which is then in both tabs', async () => {
    await untilQuiet(page)
    await tour.click()
    await expect(page.getByRole('heading', { name: 'Tour of the demo' })).toBeFocused()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
    await expectAccessible(page)
    await stop(/^Lab /).click()
    await expect(login).toHaveValue('lab@demo.example')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/profile')
    for (const tab of [page, second]) await expect(tab.getByRole('button', { name: 'Account of Helen Vogel' })).toBeVisible()
    await expect(second, 'not the page that the other tab was on').toHaveURL(/\/settings$/)
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
    const done = page.getByRole('dialog', { name: 'Set Password' })
    await expect(done).toContainText('Your password has been set.')
    await done.getByRole('link', { name: 'Login Page' }).click()
    await submitLogin(page, { email, password: 'four unrelated words' })
  })

  await test.step('a used link says so at once, and offers a new one', async () => {
    refusals.expect(410, '/auth/set-password/open/')
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('This link no longer works')
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
  rows,
  refusals,
}) => {
  // The pages of the other devices are refused when their sessions end.
  refusals.expect(401, '/')
  const { user } = await rows.session('salesrep')
  const [there, here] = [await signedIn('salesrep'), await signedIn('salesrep')]
  await there.goto('/password')
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
