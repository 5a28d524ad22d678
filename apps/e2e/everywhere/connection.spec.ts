/** Without a connection the portal stays on the screen, says so, and continues by itself when the connection is back. */
import { expect, type Page, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { listRows } from '../journey/tables.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
const offlineBar = (page: Page) => page.getByText('Nothing can be saved until the connection is back.')
const brand = (page: Page) => page.getByRole('banner').getByRole('img', { name: 'Meridian Cell Bank' })

/** A mark that a reload of the page removes. */
const markPage = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-journey', 'same page'))
const isSamePage = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-journey'))

test('an admin keeps the screen and the form while files or the connection are missing, goes on with them, and leaves no data by a log-out', async ({
  signedIn,
  refusals,
  rows,
  business,
}) => {
  refusals.allow(0, '/')
  refusals.expect(0, '/assets/')
  const admin = await signedIn('admin')
  const coupons = listRows(admin, 'Coupons')
  const offline = (isOffline: boolean) => admin.context().setOffline(isOffline)
  const open = (screen: string) => menu(admin).getByRole('link', { name: screen }).click()
  const openCoupons = async () => {
    await admin.goto('/coupon-manager')
    await expect(coupons.first()).toBeVisible()
    await untilQuiet(admin)
  }
  await openCoupons()

  await test.step('a missing file of an old build loads the new one', async () => {
    await admin.route('**/assets/mail-log*', (route) => route.abort(), { times: 1 })
    await admin.route('**/auth/build-version/', (route) => route.fulfill({ json: { version: 'the next one' } }))
    const loaded = admin.waitForEvent('load')
    await open('Mail Log')
    await loaded
    await admin.unroute('**/auth/build-version/')
    await expect(heading(admin, 'Mail Log')).toBeVisible()
    await untilQuiet(admin)
    // The page would not load again within a minute.
    await admin.evaluate(() => sessionStorage.clear())
  })

  await openCoupons()
  await markPage(admin)

  await test.step('a dialog of the shell that does not arrive leaves the shell, and opens later', async () => {
    await admin.route('**/assets/palette*', (route) => route.abort())
    await admin.keyboard.press('ControlOrMeta+k')
    await expect(admin.getByText('This part of the portal could not be loaded.')).toBeVisible()
    await expect(coupons.first()).toBeVisible()
    await admin.unroute('**/assets/palette*')
    await admin.keyboard.press('ControlOrMeta+k')
    await expect(admin.getByRole('dialog')).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('dialog')).toBeHidden()
  })

  await test.step('a form that is sent offline says so and keeps what was entered', async () => {
    await admin.getByRole('button', { name: 'Add Coupon' }).click()
    const form = admin.getByRole('dialog', { name: 'Add Coupon', exact: true })
    const name = rows.uniqueName('Offline offer')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Code').fill(name.replaceAll(/\W/g, '-'))
    await form.getByLabel('Discount amount').fill('10')
    await form.getByLabel('Max use').fill('0')
    await offline(true)
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    await expect(form.getByRole('alert')).toContainText("Can't reach the portal.")
    await expect(offlineBar(admin)).toBeVisible()
    await offline(false)
    await expect(offlineBar(admin)).toBeHidden()
    await expect(form.getByLabel('Name')).toHaveValue(name)
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    await expect(listRows(admin, 'Coupons', name)).toBeVisible()
    await expect(form).toBeHidden()
    await untilQuiet(admin)
  })

  await test.step('a screen that does not arrive says so inside the shell, and Try again opens it', async () => {
    await admin.route('**/assets/mail-log*', (route) => route.abort())
    await open('Mail Log')
    const failed = admin.getByRole('main').getByRole('alert')
    await expect(failed).toContainText('This screen could not be loaded')
    await expect(menu(admin).getByRole('link', { name: 'Coupon Manager' })).toBeVisible()
    await expect(offlineBar(admin), 'the portal itself answers').toBeHidden()
    await admin.unroute('**/assets/mail-log*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(admin, 'Mail Log')).toBeVisible()
    expect(await isSamePage(admin)).toBe(true)
  })

  await test.step('offline, a list keeps its rows, and a new screen waits inside the shell, and opens by itself', async () => {
    await expect(admin.getByRole('table')).toBeVisible()
    await untilQuiet(admin)
    // A page with a route has no cache, where the file of the next screen may be from another journey.
    await admin.route('**/assets/audit*', (route) => route.continue())
    await offline(true)
    await expect(offlineBar(admin)).toContainText('You are offline.')
    await expect(admin.getByRole('table')).toBeVisible()
    await open('Audit')
    await expect(heading(admin, 'You are offline')).toBeVisible()
    await expect(admin.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(menu(admin).getByRole('link', { name: 'Coupon Manager' })).toBeVisible()
    await expect(brand(admin)).toBeVisible()
    await offline(false)
    await expect(heading(admin, 'Audit')).toBeVisible()
    await expect(listRows(admin, 'Audit').first()).toBeVisible()
    await expect(offlineBar(admin)).toBeHidden()
    expect(await isSamePage(admin)).toBe(true)
    await untilQuiet(admin)
    await admin.unroute('**/assets/audit*')
  })

  await test.step('a log-out offline removes all data from the screen, and opens the login when the connection is back', async () => {
    await offline(true)
    await admin.getByRole('button', { name: /^Account of/ }).click()
    await admin.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(admin.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(admin.getByRole('heading', { name: 'Audit' })).toHaveCount(0)
    expect(await admin.evaluate((key) => localStorage.getItem(key), `${business}-token`)).toBeNull()
    await offline(false)
    await expect(admin.getByRole('heading', { name: 'Member Login' })).toBeVisible()
  })
})

test('the first visit of a guest loads the page once; offline, the guest keeps the frame, and continues by itself', async ({
  guest,
  refusals,
}) => {
  refusals.allow(0, '/')
  const page = await guest()
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  // The next screens are under way when the connection breaks, and never arrive.
  await page.route('**/assets/portal-*', () => undefined)
  const underWay = page.waitForRequest('**/assets/portal-*.js')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Member Login' })).toBeVisible()
  await underWay
  expect(documents).toHaveLength(1)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(heading(page, 'You are offline')).toBeVisible()
  await expect(brand(page)).toBeVisible()
  await expect(offlineBar(page)).toBeVisible()
  await page.unroute('**/assets/portal-*')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await expect(offlineBar(page)).toBeHidden()
})
