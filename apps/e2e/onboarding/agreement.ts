import { expect, type Page } from '../journey/journey.ts'

/** The agreement that a new user accepts before anything else. */
export const agreementOf = (page: Page) => page.getByRole('dialog', { name: 'Private Membership Agreement' })

export async function acceptAgreement(page: Page): Promise<void> {
  await agreementOf(page)
    .getByRole('checkbox', { name: /I have read/ })
    .check()
  await agreementOf(page).getByRole('button', { name: 'Accept' }).click()
  await agreementOf(page).getByRole('button', { name: 'Continue' }).click()
  await expect(agreementOf(page)).toBeHidden()
}
