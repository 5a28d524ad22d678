import { expect, type Page } from '@playwright/test'

/** Opens an address within the open portal, as a link would, which is faster than loading the page again. */
export async function openWithin(page: Page, address: string): Promise<void> {
  // Before its first screen, the portal does not notice another address.
  await expect(page).toHaveTitle(/ — Meridian Cell Bank$/)
  await page.evaluate((path) => {
    // The title is set when the next screen stands.
    document.title = ''
    history.pushState({}, '', path)
  }, address)
  await expect(page).toHaveTitle(/ — Meridian Cell Bank$/)
}
