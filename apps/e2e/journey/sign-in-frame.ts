/** Signs a document in the signing frame of a page. */
import { expect, type Page } from '@playwright/test'
import { giveConsent } from './signature-request.ts'

/** Consents, ticks every required box, adopts a typed signature in the only place for one, and finishes. */
export async function signInFrame(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Sign the document"]')
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  await giveConsent(frame)
  const sign = frame.getByRole('button', { name: /^Sign here/ })
  await expect(sign).toBeVisible()
  for (const box of await frame.getByRole('checkbox', { name: /\(required\)$/ }).all()) await box.check()
  await sign.click()
  await button('Adopt and sign').click()
  await button('Review').click()
  await button('Finish').click()
  await expect(frame.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
}
