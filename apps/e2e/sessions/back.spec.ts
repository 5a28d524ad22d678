/** The browser's Back never shows the screen of an account that has logged out. */
import { expect, logOut, type Page, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })

/** The event of a browser with a back-forward cache; the journeys' browser has none. */
const dispatchPageEvent = (page: Page, name: 'pagehide' | 'pageshow') =>
  page.evaluate((event) => void window.dispatchEvent(new PageTransitionEvent(event, { persisted: true })), name)

/** Goes back from a loaded page. One that still loads is shown already, and would stop the way back. */
async function goBack(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // The page of another account is left again before it has loaded, sometimes before the browser has changed to it.
  await page.goBack({ waitUntil: 'commit' }).catch((error: Error) => {
    if (!error.message.includes('ERR_ABORTED')) throw error
  })
}

test('a page in the back-forward cache is covered when left and reloaded when shown again', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const page = await signedIn(rep)
  await page.goto('/profile')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(rep.email)
  await dispatchPageEvent(page, 'pagehide')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeHidden()
  const loaded = page.waitForEvent('load')
  await dispatchPageEvent(page, 'pageshow')
  await loaded
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('Back after a log-out opens the login and shows nothing of the former screen', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const page = await signedIn(rep)
  await page.goto('/profile')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(rep.email)
  await logOut(page)
  await goBack(page)
  await expect(page.getByRole('heading', { name: 'Member Login' })).toBeVisible()
  await expect(page.getByText(rep.email)).toHaveCount(0)
})

test('Back from the account of another shows no page of the own one, and the way back stands', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await chooseRowAction(admin, listRows(admin, 'All users', rep.last_name), 'Login As')
  await expect(banner(admin)).toBeVisible()
  await goBack(admin)
  await expect(banner(admin)).toContainText(`${rep.first_name} ${rep.last_name}`)
  await expect(listRows(admin, 'All users')).toHaveCount(0)
  await expect(admin.getByRole('heading', { name: 'This action is unauthorized' }), 'the list of users').toBeVisible()
  await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await goBack(admin)
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await expect(banner(admin)).toHaveCount(0)
})
