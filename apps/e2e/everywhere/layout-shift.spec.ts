/** No screen moves while its content loads, however slow the answers are. */
import { type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import { mayOpenScreen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import { expect, type Page, test } from '../journey/journey.ts'
import { takeShifts, watchShifts } from '../journey/layout-shift.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { demoUserOf } from '../journey/users.ts'
import { guestPathFor, pathFor } from './screen-paths.ts'

/** The sum of one screen. The limit of a good page is 0.1. */
const LIMIT = 0.02
const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Answers take different times, so that the parts of a screen arrive one after the other. All are slower than the delay of a skeleton. */
async function slowAnswers(page: Page): Promise<void> {
  let asked = 0
  await page.route(/\/(api|auth|domain)\/(?!.*stream)/, async (route) => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, 350 + (asked % 4) * 130))
    await route.continue().catch(() => undefined)
  })
}

async function expectStill(page: Page, faults: string[], screen: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilQuiet(page)
  const { sum, moved } = await takeShifts(page)
  if (sum > LIMIT) faults.push(`${screen}: ${sum.toFixed(3)}\n  ${moved.join('\n  ')}`)
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(`guests, ${size}`, async ({ page, rows }) => {
    const faults: string[] = []
    await page.setViewportSize(viewport)
    await watchShifts(page)
    await slowAnswers(page)
    for (const [screen] of screens.filter(([, { openTo }]) => openTo === 'guest')) {
      await page.goto(await guestPathFor(rows, screen))
      await expectStill(page, faults, screen)
    }
    expect(faults.join('\n')).toBe('')
  })

  for (const role of workingRoles) {
    test(`${role}, ${size}`, async ({ signedIn, rows }) => {
      const faults: string[] = []
      await rows.acceptAgreement(demoUserOf[role])
      const page = await signedIn(demoUserOf[role])
      await page.setViewportSize(viewport)
      await watchShifts(page)
      await slowAnswers(page)
      await page.goto('/dashboard')
      await expectStill(page, faults, 'the first load')
      for (const screen of own(role)) {
        await openWithin(page, await pathFor(rows, screen, demoUserOf[role]))
        await expectStill(page, faults, screen)
      }
      expect(faults.join('\n')).toBe('')
    })
  }
}

/** Each role looks at its own dashboard. The first role of any other screen stands for all. */
const own = (role: WorkingRole) =>
  screens
    .filter(([screen, { openTo }]) => {
      if (screen === '/dashboard') return true
      if (openTo === 'any') return role === 'patient'
      return openTo !== 'guest' && workingRoles.find((each) => mayOpenScreen(screen, each)) === role
    })
    .map(([screen]) => screen)
