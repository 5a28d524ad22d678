/** The portal says itself when it is at work (`data-busy`, web/lib/browser/activity.ts). */
import type { Page } from '@playwright/test'

/** Waits until no request, navigation or pause in typing is under way. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete' && !document.documentElement.hasAttribute('data-busy'))
}
