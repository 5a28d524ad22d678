/** What every journey stands on: a page that must not complain, people who log in, and eyes for those who see little. */
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

interface JourneyOptions {
  /** Statuses that the journey provokes on purpose: the browser complains about those, and may. */
  refusals: number[]
}

/** A page on which any complaint of the browser fails the journey. */
export const test = base.extend<JourneyOptions>({
  refusals: [[], { option: true }],
  page: async ({ page, refusals }, use) => {
    const complaints: string[] = []
    const provoked = refusals.map((status) => `the server responded with a status of ${status}`)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !provoked.some((words) => text.includes(words))) complaints.push(text)
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** Names of the demo's log-ins, each at demo.example. */
export type Person = 'admin' | 'lab' | 'patient' | 'salesrep' | 'harvestcenter' | 'referral' | 'manager' | 'distributor' | 'staff'

export const PASSWORD = 'demo-portal'

/** Fills the login as a person would and waits for the dashboard. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Login' }).fill(`${person}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/dashboard')
}

/** Fails with the rule and the place of everything on the screen that keeps someone out. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

export { expect }
