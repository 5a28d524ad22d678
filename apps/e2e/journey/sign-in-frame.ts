/** Signs a document in the signing frame of a page. */
import { expect, type Page } from '@playwright/test'
import { giveConsent } from './signature-request.ts'

const MAX_FIELDS = 20

/** Consents, ticks every box, adopts a typed signature and finishes. */
export async function signInFrame(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Sign the document"]')
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  await giveConsent(frame)
  for (let filled = 0; filled < MAX_FIELDS && (await button('Next field').isVisible()); filled += 1) {
    await button('Next field').click()
    const field = frame.locator('[aria-label$="(required)"]:focus')
    await expect(field).toBeVisible()
    await field.press('Space')
    if ((await field.getAttribute('type')) !== 'checkbox') {
      await button('Adopt and sign').click()
      await expect(button('Adopt and sign')).toBeHidden()
    }
    await expect(frame.getByText(new RegExp(`^${filled + 1} of \\d+ fields?$`))).toBeVisible()
  }
  await button('Review').click()
  await button('Finish').click()
  await expect(frame.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
}
