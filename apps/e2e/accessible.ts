/** Eyes for those who see little. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { untilQuiet } from './quiet.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing that moves or fades is judged half-way. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(running.map((animation) => animation.finished))
  })
}

async function judge(page: Page, axe: AxeBuilder, what: string): Promise<void> {
  // No frame of another host is looked into: the way that opens no second page for the result is enough, and cheaper.
  const { violations } = await axe.setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, `${what} of ${new URL(page.url()).pathname}`).toEqual([])
}

/** Fails with the rule and the place of everything on the screen that keeps someone out. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilQuiet(page)
  await untilStill(page)
  await judge(page, new AxeBuilder({ page }).withTags(RULES), 'barriers')
}

/** The other colour scheme has the same page in other colours: only those are judged. */
export async function expectReadable(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  await untilStill(page)
  await judge(page, new AxeBuilder({ page }).withRules(['color-contrast']), 'unreadable text')
}
