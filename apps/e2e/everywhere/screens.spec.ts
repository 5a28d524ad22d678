/**
 * Every screen of the table of screens, for every role that has it: it opens, says its title and keeps nobody out. With PICTURES=1 each
 * is kept as a picture to look at.
 */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { roles, type WorkingRole } from '@vialdesk/contract/roles'
import { mayOpen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import { expectAccessible, expectReadable } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import type { Person } from '../people.ts'
import { addressFor, linkFor } from './addresses.ts'

const personOf: Record<WorkingRole, Person> = {
  lab: 'lab',
  patient: 'patient',
  sales_rep: 'salesrep',
  harvest_center: 'harvestcenter',
  referral_harvest_center: 'referral',
  sales_manager: 'manager',
  admin: 'admin',
  sales_distributor: 'distributor',
  hc_staff: 'staff',
}

const pictures = path.resolve(import.meta.dirname, '../../../screenshots')
const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
const other = { light: 'dark', dark: 'light' } as const

/** A screen that everyone has is the same for everyone, but for the dashboard: two who differ the most look at it. */
const visitorsOf = (screen: ScreenPath, who: ScreenAccess['who']): WorkingRole[] =>
  who === 'any' && screen !== '/dashboard' ? ['admin', 'patient'] : roles.filter((role) => mayOpen(screen, role))

/** Light and dark: each is judged. */
async function look(page: Page, name: string, scheme: 'light' | 'dark'): Promise<void> {
  const picture = async (which: string) => {
    if (process.env.PICTURES) await page.screenshot({ path: path.join(pictures, `${name}-${which}.png`), fullPage: true })
  }
  await expectAccessible(page)
  await picture(scheme)
  await page.emulateMedia({ colorScheme: other[scheme] })
  await expectReadable(page)
  await picture(other[scheme])
}

/** Nothing sticks out of the screen, to be found by scrolling sideways. */
const expectFit = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

const nameOf = (screen: string) => screen.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-') || 'login'

async function visit(page: Page, address: string, name: string, scheme: 'light' | 'dark'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFit(page)
  await look(page, name, scheme)
  await page.emulateMedia({ colorScheme: scheme })
}
const schemeOf = (given: string | null | undefined) => (given === 'dark' ? 'dark' : 'light')

/** Seconds enough for a slow machine and the role with the most screens. */
const LIMIT = 600_000

test('every screen of guests', async ({ page, rows, colorScheme }, { project }) => {
  test.setTimeout(LIMIT)
  for (const [screen, { title }] of screens.filter(([, { who }]) => who === 'guest')) {
    await test.step(screen, async () => {
      await visit(page, await linkFor(rows, screen), `${nameOf(screen)}-guest-${project.name}`, schemeOf(colorScheme))
      await expect(page).toHaveTitle(`${title} — Meridian Cell Bank`)
    })
  }
})

for (const role of roles) {
  test(`every screen of ${role}`, async ({ signedIn, rows, colorScheme }, { project }) => {
    test.setTimeout(LIMIT)
    const page = await signedIn(personOf[role])
    for (const [screen, { who }] of screens) {
      if (who === 'guest' || !visitorsOf(screen, who).includes(role)) continue
      await test.step(screen, async () => {
        const address = await addressFor(rows, screen, personOf[role])
        await visit(page, address, `${nameOf(screen)}-${personOf[role]}-${project.name}`, schemeOf(colorScheme))
        await expect(page, 'it was not led elsewhere').toHaveURL(address)
        await expect(page).toHaveTitle(/ — Meridian Cell Bank$/)
      })
    }
  })
}
