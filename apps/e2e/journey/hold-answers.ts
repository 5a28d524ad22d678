import type { Page } from '@playwright/test'

/** Keeps the answers of the requests that match, until the returned function is called. */
export async function holdAnswers(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
