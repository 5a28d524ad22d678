/** Accessibility checks with axe. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { untilQuiet } from './quiet.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits for animations to end. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(running.map((animation) => animation.finished))
  })
}

/** axe spends a third of its time on details of what is right, and on loading styles that are already loaded. */
const axeOf = (page: Page, rules: Record<string, { enabled: boolean }> = {}) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false, rules })

async function expectNoViolations(page: Page, axe: AxeBuilder, subject: string): Promise<void> {
  // There are no frames of other hosts, so the legacy mode is enough. It opens no second page and is faster.
  const { violations } = await axe.setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, `${subject} of ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails with the rule and the element of every accessibility fault on the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilQuiet(page)
  await waitForAnimations(page)
  await expectNoViolations(page, axeOf(page).withTags(RULES), 'barriers')
}

/** All rules but contrast, for a layout whose colours are checked at another size. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await untilQuiet(page)
  await waitForAnimations(page)
  await expectNoViolations(page, axeOf(page, { 'color-contrast': { enabled: false } }).withTags(RULES), 'barriers')
}

/** The other colour scheme changes only colours, so only contrast is checked. */
export async function expectContrast(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await waitForAnimations(page)
  await expectNoViolations(page, axeOf(page).withRules(['color-contrast']), 'unreadable text')
}
