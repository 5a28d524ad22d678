/** The clock of a page, for times that the specification names. Install it before the page opens. */
import { expect, type Locator, type Page } from '@playwright/test'

/** From a minute after its present time, the clock moves only with `runFor`. */
export const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)

/** Waits for an answer of the server to show. The page hands it on by timers of no length, which need a moving clock. */
export const runUntilVisible = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.runFor(10)
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass()

/** Moves the clock, and lets the page render what became due. */
async function run(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(Math.round(milliseconds))
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(0)
      }),
  )
}

/** Something happens after that time: not yet after six tenths of it, but before seven fifths. */
export async function expectAfter(
  page: Page,
  milliseconds: number,
  { before, after }: { before: () => Promise<void>; after: () => Promise<void> },
): Promise<void> {
  await before()
  await run(page, milliseconds * 0.6)
  await before()
  await run(page, milliseconds * 0.6)
  // The rest is for transitions.
  await run(page, milliseconds * 0.2)
  await after()
}

/** A visible message disappears after that time. */
export const expectLasts = (page: Page, message: Locator, milliseconds: number) =>
  expectAfter(page, milliseconds, {
    before: () => expect(message).toBeVisible(),
    after: () => expect(message).toBeHidden(),
  })
