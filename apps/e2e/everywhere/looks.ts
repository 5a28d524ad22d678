/** How a screen is looked at: with slow answers, on a phone in dark, at a desk in light, and with a list that fails or is empty. */
import path from 'node:path'
import type { ScreenPath } from '@vialdesk/contract/base/screens'
import { expectAccessible, expectContrast } from '../journey/accessible.ts'
import { expect, type Page } from '../journey/journey.ts'
import { takeShifts } from '../journey/layout-shift.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { pageSizes } from './page-sizes.ts'

/** The sum of one screen. The limit of a good page is 0.1. */
const SHIFT_LIMIT = 0.02
const EMPTY = "Empty table. There's nothing to show"
const pictures = path.resolve(import.meta.dirname, '../../../screenshots')

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

declare global {
  interface Window {
    answersAtOnce?: boolean
  }
}

/** With PICTURES=1 each screen is saved. */
async function savePicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true })
}

/**
 * Answers take different times, so that the parts of a screen arrive one after the other. All are slower than the delay of a skeleton (250 ms).
 * The page waits by itself: a browser whose requests are intercepted would load and compile the portal's files with each screen.
 */
export const slowAnswers = (page: Page) =>
  page.addInitScript(() => {
    const send = window.fetch
    let asked = 0
    window.fetch = async (...request) => {
      asked += 1
      if (!window.answersAtOnce) await new Promise((resolve) => setTimeout(resolve, 300 + (asked % 4) * 60))
      return send(...request)
    }
  })

/** Until the next page is loaded, answers are not slow. */
export const answerAtOnce = (page: Page) =>
  page.evaluate(() => {
    window.answersAtOnce = true
  })

async function expectOpen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilQuiet(page)
}

/** Nothing moved since the last look. */
async function expectStill(page: Page): Promise<void> {
  const { sum, moved } = await takeShifts(page)
  expect(sum > SHIFT_LIMIT ? moved : [], `the layout shift of ${page.url()}: ${sum.toFixed(3)}`).toEqual([])
}

/** The page has no horizontal scrolling. */
const expectFit = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** Small buttons inside fields and chips are exempt: the same action exists as a larger control. */
const SMALL_CONTROLS = '.mantine-NumberInput-control, .mantine-Pill-remove'

/** Controls are at least 44 px high, and 40 px within a field. */
const controlsTooSmall = (page: Page) =>
  page.evaluate(
    (spared) =>
      [...document.querySelectorAll<HTMLElement>('button, [role="tab"], input:not([type="radio"], [type="checkbox"])')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(spared))
        // A field within a frame of its own is as large as the frame.
        .map((each) => each.closest<HTMLElement>('.mantine-PasswordInput-input') ?? each)
        .filter((each) => each.offsetWidth > 1 && each.offsetHeight < (each.closest('.mantine-Input-section') ? 40 : 44))
        .map((each) => `${each.getAttribute('aria-label') ?? each.innerText}: ${each.offsetHeight} px`),
    SMALL_CONTROLS,
  )

/** The first look, on a phone in dark. The screen has just been opened there. */
export async function lookOnPhone(page: Page, name: string): Promise<void> {
  await expectOpen(page)
  await expectStill(page)
  await expectFit(page)
  expect(await controlsTooSmall(page), `controls too small for a finger at ${page.url()}`).toEqual([])
  await expectAccessible(page)
  await savePicture(page, `${name}-phone-dark`)
}

/** The look at a desk in light. A dashboard shows the menu and the bar of its role, which a phone hides: it is looked at in dark, too. */
export async function lookAtDesk(page: Page, name: string): Promise<void> {
  const withMenu = name.startsWith('dashboard')
  await expectOpen(page)
  await expectStill(page)
  await expect(page.getByRole('dialog'), 'nothing covers the screen').toHaveCount(0)
  await expectFit(page)
  await expectAccessible(page, { withMenu })
  await savePicture(page, `${name}-desktop-light`)
  if (!withMenu) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, 'dark', { withMenu })
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * The look at a screen for a role that sees it after another one: the same parts, which may have other sizes. It opens at the size that the last
 * screen had in the end, and gets the other one.
 */
export async function glance(page: Page, name: string): Promise<void> {
  await expectOpen(page)
  const onPhone = page.viewportSize()?.width === phone.width
  await expectFit(page)
  if (!onPhone) await savePicture(page, `${name}-desktop-light`)
  await page.setViewportSize(onPhone ? desk : phone)
  await expectFit(page)
  if (onPhone) await savePicture(page, `${name}-desktop-light`)
}

/** One part of the portal shows all lists. These are one by itself, one below another part of its screen, and one that several screens share. */
export const listsWithStates: ScreenPath[] = ['/coupon-manager', '/referral-patients', '/my-transaction-report']

/** A list that cannot be loaded says so and offers Try again; only a list without rows says that it is empty. */
export async function expectListStates(page: Page, screen: ScreenPath): Promise<void> {
  const ends = Object.keys(pageSizes[screen] ?? {}).map((end) => end.replaceAll('{}', '[^/]+'))
  const lists = new RegExp(`(${ends.join('|')})\\?`)
  let answers = false
  await page.route(lists, async (route) => {
    // Of this code the portal does not try again by itself.
    if (!answers) return route.fulfill({ status: 503, json: { code: 'internal', message: 'Not available.' } })
    const answer = await (await route.fetch()).json()
    return route.fulfill({ json: { ...answer, count: 0, results: [] } })
  })
  // The page remembers the list as it was, but not at another size.
  await openWithin(page, `${screen}?limit=20`)
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByText(EMPTY)).toBeHidden()
  answers = true
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(EMPTY)).toBeVisible()
  await expect(failed).toBeHidden()
  await page.unroute(lists)
}
