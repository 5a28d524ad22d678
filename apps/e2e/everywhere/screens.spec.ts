/**
 * Every screen of the screen table, for every role that has it, in one walk for each role. It opens, shows its title, is accessible, does not move
 * while it loads, asks for pages of the specified size, says when its list fails or is empty, and breaks no rule of its own policy for scripts.
 * It is guarded against the other roles. With PICTURES=1 each is saved as a screenshot.
 */
import { type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import { mayOpenScreen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import { expectOwnScriptsOnly, expectPolicyKept, watchViolations } from '../journey/foreign-scripts.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { watchShifts } from '../journey/layout-shift.ts'
import { openWithin } from '../journey/open-within.ts'
import type { Rows } from '../journey/rows.ts'
import { demoUserOf } from '../journey/users.ts'
import { desk, expectListStates, glanceAtDesk, lookAtDesk, lookOnPhone, phone, slowAnswers } from './looks.ts'
import { pageSizes, recordLists } from './page-sizes.ts'
import { guestPathFor, pathFor } from './screen-paths.ts'

const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
const guestScreens = screens.filter(([, { openTo }]) => openTo === 'guest')

/** For each screen, long enough for a slow machine. */
const LIMIT_MS = 60_000

const nameOf = (screen: string) => screen.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-') || 'login'

/** The role that looks closely at a screen; the others see the same parts. A dashboard is another one for each role. */
const looksClosely = (screen: ScreenPath, role: WorkingRole) =>
  screen === '/dashboard' ||
  (screenAccess[screen].openTo === 'any' ? 'admin' : workingRoles.find((each) => mayOpenScreen(screen, each))) === role

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

type Visit = [screen: ScreenPath, address: string, title: string]

async function visitsOf(rows: Rows, role: WorkingRole): Promise<Visit[]> {
  const own = screens.filter(([screen, { openTo }]) => openTo !== 'guest' && mayOpenScreen(screen, role))
  const visits: Visit[] = []
  for (const [screen, { title }] of own) visits.push([screen, await pathFor(rows, screen, demoUserOf[role]), title])
  return visits
}

async function walkAtDesk(page: Page, role: WorkingRole, visits: Visit[]): Promise<void> {
  for (const [screen, address, title] of visits)
    await test.step(`${screen} at a desk`, async () => {
      await openWithin(page, address)
      const look = looksClosely(screen, role) ? lookAtDesk : glanceAtDesk
      await look(page, `${nameOf(screen)}-${demoUserOf[role]}`)
      // A screen of one record has the name of the record.
      if (!screen.includes('{')) await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
      await expect(page, 'was not redirected').toHaveURL(address)
      await expectPolicyKept(page)
    })
}

async function expectGuarded(page: Page, role: WorkingRole): Promise<void> {
  for (const [screen] of screens.filter(([each]) => strangerAt(each) === role))
    await test.step(`${screen} is guarded`, async () => {
      await openWithin(page, screen.replaceAll(/\{\w+\??\}/g, '1'))
      await expect(page).toHaveURL('/unauthorized')
      await expect(page.getByText('This action is unauthorized')).toBeVisible()
    })
}

for (const role of workingRoles)
  test(`every screen of ${role}`, async ({ signedIn, rows, refusals }) => {
    await rows.acceptAgreement(demoUserOf[role])
    const visits = await visitsOf(rows, role)
    const close = visits.filter(([screen]) => looksClosely(screen, role))
    test.setTimeout((visits.length + close.length) * LIMIT_MS)
    refusals.provokesViolations = true
    refusals.allow(503, '/api/v1/')
    const page = await signedIn(demoUserOf[role])
    await watchViolations(page)
    await watchShifts(page)
    const slow = await slowAnswers(page)
    const { expectPageSizes } = recordLists(page)
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/unauthorized')
    for (const [screen, address] of close)
      await test.step(`${screen} on a phone`, async () => {
        // A loaded page remembers lists. A new one asks for them again.
        await (pageSizes[screen] ? page.goto(address) : openWithin(page, address))
        await lookOnPhone(page, `${nameOf(screen)}-${demoUserOf[role]}`)
        await expectPageSizes(screen)
      })
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light' })
    // A loaded page remembers answers: a new one has none, so that each screen waits for its own.
    await page.goto('/unauthorized')
    await walkAtDesk(page, role, visits)
    await slow.dispose()
    await page.goto('/unauthorized')
    for (const [screen, address] of close)
      await test.step(`the lists of ${screen} that fail, or are empty`, () => expectListStates(page, screen, address))
    await expectGuarded(page, role)
    await expectOwnScriptsOnly(page)
  })

test('every screen of guests', async ({ page, rows, refusals }) => {
  test.setTimeout(guestScreens.length * 2 * LIMIT_MS)
  refusals.provokesViolations = true
  await watchViolations(page)
  await watchShifts(page)
  await slowAnswers(page)
  for (const [screen, { title }] of guestScreens)
    await test.step(screen, async () => {
      const address = await guestPathFor(rows, screen)
      await page.setViewportSize(phone)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(address)
      await lookOnPhone(page, `${nameOf(screen)}-guest`)
      await page.setViewportSize(desk)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(address)
      await lookAtDesk(page, `${nameOf(screen)}-guest`)
      await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
      await expectOwnScriptsOnly(page)
    })
})
