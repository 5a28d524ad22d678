/** The form of the checkouts, filled in as by a buyer. */
import { expect, type Locator, type Page } from '@playwright/test'
import { CHECKOUT_PROCESSING } from '@vialdesk/contract/money/checkout'

export const FEE_PATH = '/harvest-center/checkout/processing-fee'

export const proceedButton = (page: Page): Locator => page.getByRole('button', { name: 'Proceed Checkout' })

export const paidDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Payment received' })

export const summaryOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Summary' })

export const processingDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Processing your purchase' })

/** Delays the payment request until `go` is called, so that the screen can be read meanwhile. */
export async function delayPayment(page: Page): Promise<{ go: () => void; sent: () => number }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/v1/transactions/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await promise
    await route.continue().catch(() => undefined)
  })
  return { go: resolve, sent: () => sent }
}

/** The payment reaches the portal, but the answer never reaches the page. `arrived` resolves when it is booked. */
export async function dropAnswer(page: Page): Promise<{ arrived: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/transactions/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    resolve()
  })
  return { arrived: promise }
}

interface PatientInput {
  first: string
  last: string
  email: string
}

export async function fillPatient(page: Page, { first, last, email }: PatientInput): Promise<void> {
  await page.getByRole('switch', { name: /^Create Patient Account/ }).check()
  await page.getByLabel('Patient first name').fill(first)
  await page.getByLabel('Patient last name').fill(last)
  await page.getByLabel('Patient email').fill(email)
  await page.getByLabel('Patient phone').fill('+1 555 010 7788')
}

/** A fee without a patient, on purpose. */
export const assignLater = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: /^Assign the patient later/ }).check()

export async function fillCard(page: Page, number = '4111111111111111', cvc = '900'): Promise<void> {
  await page.getByLabel('Full Name').fill('Ruth Keller')
  await page.getByLabel('Card Number').pressSequentially(number)
  await page.getByLabel('Expiration date').pressSequentially('0830')
  await page.getByLabel('CVC').fill(cvc)
}

/** The postal code of the billing address decides the simulator's result. */
export async function fillBillingZip(page: Page, zip: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Postal code' }).first()
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Billing', exact: true }).click()
  await field.fill(zip)
}

/** Proceeds, and checks the text that covers the form meanwhile. */
export async function proceedAndCheckDialog(page: Page): Promise<void> {
  const payment = await delayPayment(page)
  await proceedButton(page).click()
  await expect(processingDialog(page)).toContainText(CHECKOUT_PROCESSING)
  await expect(proceedButton(page), 'the form is hidden').toBeHidden()
  await page.keyboard.press('Escape')
  await expect(processingDialog(page), 'the overlay cannot be closed').toBeVisible()
  payment.go()
}
