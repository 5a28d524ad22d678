/** Health data does not stay on a screen that nobody uses. */
import { stopClock } from '../journey/clock.ts'
import { expect, type Locator, type Page, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { openToSign, requestFromDemo } from '../journey/signature-request.ts'

/** Stops the clock a minute later, and expects a warning in the last minute before `limit`, in seconds without activity. */
async function expectIdleWarning(page: Page, warning: Locator, limit: number): Promise<void> {
  await stopClock(page)
  await page.clock.runFor((limit - 125) * 1000)
  await expect(warning).toBeHidden()
  await page.clock.runFor(10_000)
  await expect(warning).toContainText(/ in 5\d seconds/)
}

test('after half an hour without use, a user who was warned is logged out, and a document that waits for a guest is closed', async ({
  signedIn,
  guest,
  request,
  rows,
}) => {
  await test.step('a user, half a minute earlier than at the server', async () => {
    const page = await signedIn('patient')
    await page.clock.install()
    await page.goto('/dashboard')
    const warning = page.getByRole('dialog', { name: 'Are you still there?' })
    await untilQuiet(page)
    await expectIdleWarning(page, warning, 29.5 * 60)
    await warning.getByRole('button', { name: 'Stay logged in' }).click()
    await expect(warning).toBeHidden()
    await expectIdleWarning(page, warning, 29.5 * 60)
    await page.clock.runFor('01:00')
    await page.clock.resume()
    await expect(page.getByText('You were logged out because you were inactive. Log in to continue.')).toBeVisible()
  })

  await test.step('a guest', async () => {
    const page = await guest()
    await page.clock.install()
    const frame = await openToSign(page, (await requestFromDemo(request, rows)).path)
    const warning = frame.getByRole('dialog', { name: 'Are you still there?' })
    await expectIdleWarning(page, warning, 30 * 60)
    await warning.getByRole('button', { name: 'Continue' }).click()
    await expect(warning).toBeHidden()
    await expectIdleWarning(page, warning, 30 * 60)
    await page.clock.runFor('01:00')
    await expect(frame.getByRole('heading', { name: 'This document is closed' })).toBeVisible()
  })
})
