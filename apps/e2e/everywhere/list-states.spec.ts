/** A list of the specification that cannot be loaded says so and offers Try again; only a list without rows says that it is empty. */
import { type WorkingRole, workingRoles } from '@vialdesk/contract/roles'
import { mayOpenScreen, type ScreenPath } from '@vialdesk/contract/screens'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { demoUserOf } from '../journey/users.ts'
import { pageSizes } from './page-sizes.ts'
import { pathFor } from './screen-paths.ts'

const EMPTY = "Empty table. There's nothing to show"

/** The first role that may open the screen. */
const visitorOf = (screen: ScreenPath): WorkingRole | undefined => workingRoles.find((role) => mayOpenScreen(screen, role))

async function expectStates(page: Page, address: string, list: RegExp): Promise<void> {
  let answers = false
  await page.route(list, async (route) => {
    if (!answers) return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not available.' } })
    const answer = await (await route.fetch()).json()
    return route.fulfill({ json: { ...answer, count: 0, results: [] } })
  })
  await openWithin(page, address)
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await expect(failed).toBeVisible()
  await expect(page.getByText(EMPTY)).toBeHidden()
  answers = true
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(EMPTY)).toBeVisible()
  await expect(failed).toBeHidden()
  await page.unroute(list)
}

for (const role of workingRoles) {
  const own = Object.entries(pageSizes).filter(([screen]) => visitorOf(screen as ScreenPath) === role) as [ScreenPath, object][]
  if (own.length === 0) continue
  test(`the lists of ${role} tell a failure from an empty list`, async ({ signedIn, rows, refusals }) => {
    refusals.allow(503, '/api/v1/')
    const page = await signedIn(demoUserOf[role])
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [screen, lists] of own) {
      await test.step(screen, async () => {
        const ends = Object.keys(lists).map((path) => path.replaceAll('{}', '[^/]+'))
        await expectStates(page, await pathFor(rows, screen, demoUserOf[role]), new RegExp(`(${ends.join('|')})\\?`))
      })
    }
  })
}
