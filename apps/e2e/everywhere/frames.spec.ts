/** The frame of the portal around every page: from the login to the dashboard, at unknown and forbidden addresses, and where the focus goes. */
import { expectAccessible } from '../journey/accessible.ts'
import { holdAnswers } from '../journey/hold-answers.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { accountOf } from '../journey/users.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })
const brand = (page: Page) => page.getByRole('banner').getByRole('img', { name: 'Meridian Cell Bank' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Counts the drawn frames without any text from now on, until the counts are taken. */
const countBlankFrames = (page: Page) =>
  page.evaluate(() => {
    const counts = { frames: 0, blank: 0 }
    let next = 0
    const count = () => {
      counts.frames += 1
      if (document.body.innerText.trim() === '') counts.blank += 1
      next = requestAnimationFrame(count)
    }
    next = requestAnimationFrame(count)
    const takeFrameCounts = () => {
      cancelAnimationFrame(next)
      return counts
    }
    Object.assign(window, { takeFrameCounts })
  })
const takeFrameCounts = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeFrameCounts: () => object }).takeFrameCounts())

/** Whether the focused element shows a ring. */
const hasRing = (page: Page) =>
  page.evaluate(() => document.activeElement !== null && getComputedStyle(document.activeElement).outlineStyle === 'solid')

test('a guest logs in as an admin, the focus goes to the heading of each new screen, and an entered account keeps its frame at wrong addresses', async ({
  guest,
}) => {
  const page = await guest()

  await test.step('unknown and forbidden addresses are in the frame of the login', async () => {
    await page.goto('/there-is-no-such-page')
    await expect(heading(page, 'Page not found')).toBeVisible()
    await expect(brand(page)).toBeVisible()
    await openWithin(page, '/unauthorized')
    await expect(heading(page, 'This action is unauthorized')).toBeVisible()
    await expect(brand(page)).toBeVisible()
    await page.getByRole('link', { name: 'Login Page' }).click()
    await expect(heading(page, 'Member Login')).toBeVisible()
  })

  await test.step('the second after the login loads the dashboard: no blank page, and its heading gets the focus', async () => {
    const log: string[] = []
    page.on('request', (request) => log.push(new URL(request.url()).pathname))
    page.on('framenavigated', (frame) => log.push(`opens ${new URL(frame.url()).pathname}`))
    await page.goto('/')
    const { email, password } = accountOf('admin')
    await page.getByRole('textbox', { name: 'Login' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await countBlankFrames(page)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(heading(page, 'Dashboard')).toBeFocused()
    await expect(page).toHaveURL('/dashboard')
    expect(await takeFrameCounts(page)).toMatchObject({ blank: 0 })
    const opened = log.indexOf('opens /dashboard')
    const before = log.slice(0, opened)
    expect(before).toContain('/api/v1/dashboards/admin/')
    expect(before.some((path) => path.includes('/assets/portal-'))).toBe(true)
    const after = log.slice(opened)
    expect(
      after.filter((path) => path === '/api/v1/dashboards/admin/'),
      'the data is read once',
    ).toEqual([])
    await untilQuiet(page)
  })

  await test.step('the focus has a ring for keyboard users only', async () => {
    await menu(page).getByRole('link', { name: 'Mail Log' }).click()
    await expect(heading(page, 'Mail Log')).toBeFocused()
    expect(await hasRing(page)).toBe(false)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Find' }).fill('coupon manager')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Coupon Manager')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await untilQuiet(page)
    await expect(heading(page, 'Coupon Manager'), 'the closed palette does not take the focus back').toBeFocused()
    expect(await hasRing(page)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null), 'Tab enters the screen').toBe(true)
  })

  await test.step('in an entered account, content below a part that loads waits for it', async () => {
    await openWithin(page, '/all-users?search=manager@demo.example')
    const release = await holdAnswers(page, '**/api/v1/dashboards/sales-team/')
    await chooseRowAction(page, listRows(page, 'All users', 'Okafor'), 'Login As')
    await expect(banner(page)).toBeVisible()
    await expect(heading(page, 'Welcome, Marcus')).toBeVisible()
    const team = page.getByText('Your team', { exact: true })
    await expect(team).toBeAttached()
    await expect(team).toBeHidden()
    await expect(page.locator('main footer')).toBeHidden()
    release()
    await expect(team).toBeVisible()
    await expect(page.getByRole('list', { name: 'Patients of your team by stage' })).toBeVisible()
    await expect(page.locator('main footer')).toBeVisible()
    await page.unroute('**/api/v1/dashboards/sales-team/')
  })

  await test.step('unknown and forbidden addresses keep its shell and its banner, and lead on', async () => {
    const expectShell = async () => {
      await expect(banner(page)).toContainText('You are logged in as Marcus Okafor')
      await expect(menu(page).getByRole('link', { name: 'Team Transactions' })).toBeVisible()
      await expect(brand(page)).toBeVisible()
    }
    await page.goto('/there-is/no-such-page')
    await expect(heading(page, 'Page not found')).toBeVisible()
    await expect(page).toHaveTitle('Page not found — Meridian Cell Bank')
    await expectShell()
    await expectAccessible(page)
    await openWithin(page, '/all-transaction-report')
    await expect(page).toHaveURL('/unauthorized')
    await expect(heading(page, 'This action is unauthorized')).toBeVisible()
    await expectShell()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await banner(page).getByRole('button', { name: 'Go back as Admin' }).click()
    await expect(page.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  })
})
