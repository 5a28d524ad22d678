/** The authenticator app of a journey. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from '../journey/journey.ts'

/** The code that the app shows now, or `ahead` steps of 30 s later. */
export const authenticatorCode = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

export interface TwoStepSecrets {
  secret: string
  codes: string[]
}

/** Sets up two-step sign-in on the open settings screen, beginning with the password. */
export async function setUpTwoStep(page: Page, password: string): Promise<TwoStepSecrets> {
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = await page.getByRole('textbox', { name: 'Setup key' }).inputValue()
  const secret = key.replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(authenticatorCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

/** The password step of the open login screen. */
export async function submitPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
