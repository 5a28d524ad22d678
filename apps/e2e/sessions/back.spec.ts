/** What the browser's own Back brings up: never the screen of an account that is not signed in any more. */
import { expect, logOut, type Page, test } from '../journey.ts'
import { doWith, rowsOf } from '../tables.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'In the account of another' })

/** As browsers say it that keep a page which is left; the journeys' own is told not to keep any. */
const say = (page: Page, name: 'pagehide' | 'pageshow') =>
  page.evaluate((event) => void window.dispatchEvent(new PageTransitionEvent(event, { persisted: true })), name)

test('a page that the browser keeps is covered when it is left, and loaded anew when it comes back', async ({
  signedIn,
  rows,
}) => {
  const rep = await rows.rep()
  const page = await signedIn(rep)
  await page.goto('/profile')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(rep.email)
  await say(page, 'pagehide')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeHidden()
  const loaded = page.waitForEvent('load')
  await say(page, 'pageshow')
  await loaded
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('after logging out Back leads to the login, and shows nothing of what was there', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const page = await signedIn(rep)
  await page.goto('/profile')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(rep.email)
  await logOut(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Member Login' })).toBeVisible()
  await expect(page.getByText(rep.email)).toHaveCount(0)
})

test('Back from the account of another shows no page of the own one, and the way back stands', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?search=${rep.last_name.split(' ')[1]}`)
  await doWith(admin, rowsOf(admin, 'All users', rep.last_name), 'Login As')
  await expect(banner(admin)).toBeVisible()
  await admin.goBack()
  await expect(banner(admin)).toContainText(`${rep.first_name} ${rep.last_name}`)
  await expect(rowsOf(admin, 'All users')).toHaveCount(0)
  await expect(admin.getByRole('heading', { name: `Welcome, ${rep.first_name}` })).toBeVisible()
  await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await admin.goBack()
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await expect(banner(admin)).toHaveCount(0)
})
