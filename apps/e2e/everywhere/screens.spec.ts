/**
 * Every screen of the screen table, for every role that has it: it opens, shows its title, is accessible, asks for pages of the specified size,
 * and runs no script but its own. It is guarded against the other roles. With PICTURES=1 each is saved as a screenshot.
 */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import { mayOpenScreen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import { expectAccessible, expectAccessibleLayout, expectContrast } from '../journey/accessible.ts'
import { expectOwnScriptsOnly, watchViolations } from '../journey/foreign-scripts.ts'
import { expect, test } from '../journey/journey.ts'
import { isEmptyPage } from '../journey/kept-pages.ts'
import { openWithin } from '../journey/open-within.ts'
import { demoUserOf } from '../journey/users.ts'
import { recordLists } from './page-sizes.ts'
import { guestPathFor, pathFor } from './screen-paths.ts'

const pictures = path.resolve(import.meta.dirname, '../../../screenshots')
const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** A shared screen is the same for every role (except the dashboard), so the two most different roles look at it closely. */
const visitorsOf = (screen: ScreenPath, who: ScreenAccess['openTo']): WorkingRole[] =>
  who === 'any' && screen !== '/dashboard' ? ['admin', 'patient'] : workingRoles.filter((role) => mayOpenScreen(screen, role))

const nameOf = (screen: string) => screen.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-') || 'login'

const saveScreenshot = async (page: Page, name: string) => {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true })
}

/** The page has no horizontal scrolling. */
const expectFit = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** The first role of a screen opens it by its address; the others get there within the portal, once it is open, which is faster. */
async function openScreen(page: Page, address: string, isFirst: boolean): Promise<void> {
  if (isFirst || isEmptyPage(page)) {
    await page.goto(address)
    await expect(page).toHaveTitle(/ — Meridian Cell Bank$/)
  } else await openWithin(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Desktop in light and dark, phone in dark: one load is enough for all. Colours and the phone are checked for the first role of a screen. */
async function visit(page: Page, address: string, name: string, isFirst = true): Promise<void> {
  const withMenu = address === '/dashboard'
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  await openScreen(page, address, isFirst)
  await expect(page.getByRole('dialog'), 'nothing covers the screen').toHaveCount(0)
  await expectFit(page)
  await (isFirst ? expectAccessible(page, { withMenu }) : expectAccessibleLayout(page))
  await saveScreenshot(page, `${name}-desktop-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  if (isFirst) await expectContrast(page, 'dark', { withMenu })
  await saveScreenshot(page, `${name}-desktop-dark`)
  await page.setViewportSize(phone)
  await expectFit(page)
  if (isFirst) await expectAccessibleLayout(page)
  await saveScreenshot(page, `${name}-phone-dark`)
}

/**
 * One of the roles that may not open the screen, another one from screen to screen. One place guards all screens, and its verdict for each role
 * is tested without a browser (lib/session/screen-verdict).
 */
function strangerAt(screen: ScreenPath): WorkingRole | undefined {
  const strangers = workingRoles.filter((role) => !mayOpenScreen(screen, role))
  return screenAccess[screen].openTo === 'guest'
    ? undefined
    : strangers[Object.keys(screenAccess).indexOf(screen) % strangers.length]
}

/** For each screen, long enough for a slow machine. */
const LIMIT_MS = 60_000

test('every screen of guests', async ({ page, rows, refusals }) => {
  refusals.provokesViolations = true
  await watchViolations(page)
  const guestScreens = screens.filter(([, { openTo }]) => openTo === 'guest')
  test.setTimeout(guestScreens.length * LIMIT_MS)
  for (const [screen, { title }] of guestScreens) {
    await test.step(screen, async () => {
      await visit(page, await guestPathFor(rows, screen), `${nameOf(screen)}-guest`)
      await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
      await expectOwnScriptsOnly(page)
    })
  }
})

/** Screens of a role with many screens are opened in several tests, which run at the same time. */
const SCREENS_PER_TEST = 12

for (const role of workingRoles) {
  const ownScreens = screens.filter(([screen, { openTo }]) => openTo !== 'guest' && visitorsOf(screen, openTo).includes(role))
  for (let first = 0; first < ownScreens.length; first += SCREENS_PER_TEST) {
    const some = ownScreens.slice(first, first + SCREENS_PER_TEST)
    test(`every screen of ${role}, from ${first + 1}`, async ({ signedIn, rows, refusals }) => {
      test.setTimeout(some.length * LIMIT_MS)
      if (role === 'patient') await rows.acceptAgreement('patient')
      refusals.provokesViolations = true
      const page = await signedIn(demoUserOf[role])
      await watchViolations(page)
      const { expectPageSizes } = recordLists(page)
      for (const [screen, { openTo }] of some) {
        await test.step(screen, async () => {
          const address = await pathFor(rows, screen, demoUserOf[role])
          const isFirst = screen === '/dashboard' || visitorsOf(screen, openTo)[0] === role
          await visit(page, address, `${nameOf(screen)}-${demoUserOf[role]}`, isFirst)
          await expect(page, 'was not redirected').toHaveURL(address)
          await expectPageSizes(screen)
          await expectOwnScriptsOnly(page)
        })
      }
    })
  }
  test(`${role} opens every shared screen, and is refused at screens of others`, async ({ signedIn, rows }) => {
    await rows.acceptAgreement(demoUserOf[role])
    const page = await signedIn(demoUserOf[role])
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [screen, { openTo, title }] of screens) {
      if (openTo === 'any') {
        await openScreen(page, screen, false)
        await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
        await expect(page, 'was not redirected').toHaveURL(screen)
      } else if (strangerAt(screen) === role) {
        await openScreen(page, screen.replaceAll(/\{\w+\??\}/g, '1'), false)
        await expect(page, `${screen} is guarded`).toHaveURL('/unauthorized')
        await expect(page.getByText('This action is unauthorized')).toBeVisible()
      }
    }
  })
}
