/** Signs a document in the signing frame of a page. */
import { expect, type Page } from '@playwright/test'

const MAX_FIELDS = 20

/** Consents, fills every field, adopts a typed signature and finishes. */
export async function signInFrame(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Sign the document"]')
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  const [show, go, next, review, adopt] = ['Show the document', 'Continue', 'Next field', 'Review', 'Adopt and sign'].map(button)
  if (!show || !go || !next || !review || !adopt) throw new Error('Every button has a name.')
  await frame.getByRole('checkbox', { name: /I have read the disclosure/ }).check()
  await expect(show.or(go)).toBeVisible()
  if (await show.isVisible()) await show.click()
  await go.click()
  await expect(next.or(review)).toBeVisible()
  for (let field = 0; field < MAX_FIELDS && (await next.isVisible()); field += 1) {
    const done = await frame.getByText(/^\d+ of \d+ fields?$/).textContent()
    await next.click()
    const focused = frame.locator('input:focus, button:focus, textarea:focus').and(frame.locator('[aria-label]'))
    await expect(focused).toBeVisible()
    if ((await focused.getAttribute('type')) === 'checkbox') await focused.press('Space')
    else if ((await focused.getAttribute('type')) === 'text') await focused.fill('None')
    else {
      await focused.click()
      await adopt.click()
      await expect(adopt).toBeHidden()
    }
    await expect(frame.getByText(done ?? '', { exact: true })).toBeHidden()
  }
  await review.click()
  await button('Finish').click()
  await expect(frame.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
}
