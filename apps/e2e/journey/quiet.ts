/** Detects when a page has no running requests. The notice stream is ignored, because it stays open with the page. */
import { expect, type Page, type Request } from '@playwright/test'

interface Traffic {
  running: Set<Request>
  lastChange: number
}

/**
 * Milliseconds without a request that starts or ends. After typing it must be longer: a search field waits 700 for the next key before it
 * asks.
 */
const QUIET_MS = 300
export const AFTER_TYPING_MS = 900

const pages = new WeakMap<Page, Traffic>()
const isStream = (request: Request) => request.url().endsWith('/stream/')

export function watchTraffic(page: Page): void {
  const traffic: Traffic = { running: new Set(), lastChange: Date.now() }
  pages.set(page, traffic)
  const ended = (request: Request) => {
    if (traffic.running.delete(request)) traffic.lastChange = Date.now()
  }
  page.on('request', (request) => {
    if (isStream(request)) return
    traffic.running.add(request)
    traffic.lastChange = Date.now()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** Waits until no request started or ended for a moment. The bar that is drawn before React is no end of the loading. */
export async function untilQuiet(page: Page, restMs = QUIET_MS): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('header[aria-busy]')).toHaveCount(0)
  const traffic = pages.get(page)
  if (!traffic) throw new Error('This page was not watched from its beginning')
  const isQuiet = () => traffic.running.size === 0 && Date.now() - traffic.lastChange >= restMs
  await expect.poll(isQuiet, { message: 'the page has no running requests', intervals: [100] }).toBe(true)
}
