import { expect, type Page } from '../journey/journey.ts'
import { passwordToken } from '../journey/mailbox.ts'
import type { Account } from '../journey/users.ts'

/** A new user opens the mailed link, sets the password, and goes on to the login. */
export async function setPassword(page: Page, { email, password }: Account): Promise<void> {
  await page.goto(`/set-password#${await passwordToken(page.request, email)}`)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await page.getByRole('dialog', { name: 'Set Password' }).getByRole('link', { name: 'Login Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
}
