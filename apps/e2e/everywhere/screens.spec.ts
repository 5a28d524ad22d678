/**
 * Every screen of the screen table, for every role that has it, in one walk for each role. It opens, shows its title, fits a phone and a desk,
 * breaks no rule of its own policy for scripts, and names in its lists lead to records that the role may read. For its first role it is
 * accessible, does not move while it loads, and asks for pages of the specified size. It is guarded against the other roles. With PICTURES=1 each
 * is saved as a screenshot.
 */
import { type WorkingRole, workingRoles } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import { expectOwnScriptsOnly, expectPolicyKept, watchViolations } from '../journey/foreign-scripts.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { takeShifts, watchShifts } from '../journey/layout-shift.ts'
import { openWithin } from '../journey/open-within.ts'
import type { Rows } from '../journey/rows.ts'
import { demoUserOf } from '../journey/users.ts'
import {
  answerAtOnce,
  desk,
  expectListStates,
  glance,
  listsWithStates,
  lookAtDesk,
  lookOnPhone,
  phone,
  slowAnswers,
} from './looks.ts'
import { recordLists } from './page-sizes.ts'
import { expectRecords, recordLinks } from './record-links.ts'
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

async function visitsOfGuests(rows: Rows): Promise<Visit[]> {
  const visits: Visit[] = []
  for (const [screen, { title }] of guestScreens) visits.push([screen, await guestPathFor(rows, screen), title])
  return visits
}

/** Answers links to records on these screens. */
async function walk(page: Page, role: WorkingRole, visits: Visit[], look: typeof glance): Promise<Set<string>> {
  const links = new Set<string>()
  for (const [screen, address, title] of visits)
    await test.step(screen, async () => {
      await openWithin(page, address)
      await look(page, `${nameOf(screen)}-${demoUserOf[role]}`)
      // A screen of one record has the name of the record.
      if (!screen.includes('{')) await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
      await expect(page, 'was not redirected').toHaveURL(address)
      await expectPolicyKept(page)
      for (const link of await recordLinks(page)) links.add(link)
    })
  return links
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
    const others = visits.filter((visit) => !close.includes(visit))
    test.setTimeout((visits.length + close.length) * LIMIT_MS)
    refusals.provokesViolations = true
    refusals.allow(503, '/api/v1/')
    const page = await signedIn(demoUserOf[role])
    await watchViolations(page)
    await watchShifts(page)
    await slowAnswers(page)
    const { expectPageSizes } = recordLists(page)
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/unauthorized')
    for (const [screen, address] of close)
      await test.step(`${screen} on a phone`, async () => {
        await openWithin(page, address)
        await lookOnPhone(page, `${nameOf(screen)}-${demoUserOf[role]}`)
        await expectPageSizes(screen)
      })
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light' })
    // A loaded page remembers answers: a new one has none, so that each screen waits for its own.
    await page.goto('/unauthorized')
    const links = await walk(page, role, close, lookAtDesk)
    await answerAtOnce(page)
    const more = await walk(page, role, others, glance)
    await test.step('the records that lists lead to', () => expectRecords(rows, demoUserOf[role], links.union(more)))
    await page.setViewportSize(desk)
    await expectGuarded(page, role)
    for (const [screen] of close.filter(([each]) => listsWithStates.includes(each)))
      await test.step(`the list of ${screen} that fails, or is empty`, () => expectListStates(page, screen))
    await expectOwnScriptsOnly(page)
  })

/** The login, and the first screen of the portal: two programs. From the second one, links lead to the others. */
const entrances: ScreenPath[] = ['/', '/unauthorized']

/** From a screen in another frame: the frame of the last screen would stay, and move. */
async function openAnew(page: Page, screen: ScreenPath, address: string): Promise<void> {
  if (entrances.includes(screen)) await page.goto(address)
  else {
    await openWithin(page, '/unauthorized')
    await takeShifts(page)
    await openWithin(page, address)
  }
}

test('every screen of guests', async ({ page, rows, refusals }) => {
  test.setTimeout(guestScreens.length * 2 * LIMIT_MS)
  refusals.provokesViolations = true
  await watchViolations(page)
  await watchShifts(page)
  await slowAnswers(page)
  const visits = await visitsOfGuests(rows)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [screen, address, title] of visits)
    await test.step(`${screen} on a phone`, async () => {
      // Guests come by mailed links: each page is loaded.
      await page.goto(address)
      await lookOnPhone(page, `${nameOf(screen)}-guest`)
      await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
      await expectOwnScriptsOnly(page)
    })
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  const isEntrance = ([screen]: Visit) => entrances.includes(screen)
  for (const [screen, address] of [...visits.filter(isEntrance), ...visits.filter((visit) => !isEntrance(visit))])
    await test.step(`${screen} at a desk`, async () => {
      await openAnew(page, screen, address)
      await lookAtDesk(page, `${nameOf(screen)}-guest`)
    })
})
