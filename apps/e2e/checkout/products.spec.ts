/** The checkouts of referral centers, of products and of patients, from the order page to the receipt. */

import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { NO_SALES_REP } from '@vialdesk/contract/money/checkout'
import { expectAccessible } from '../journey/accessible.ts'
import { fillPatient, paidDialog, proceedButton, summaryOf } from '../journey/checkout-form.ts'
import { expect, type Locator, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { chooseOption, listRows } from '../journey/tables.ts'

const CENTER = 'Harborview Regenerative Medicine'
/** Patients of that center: one with vials, one without. */
const WITH_VIALS = 'Kenji Silvestri'
const WITHOUT_VIALS = 'Moira Pappas'

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('a referral center pays the fee of a new patient with the harvest fee, and requests a label', async ({ signedIn, rows }) => {
  const desk = await signedIn('referral')
  await desk.goto('/harvest-center/checkout/harvest-fee')
  await chooseOption(desk.getByRole('combobox', { name: 'Harvest center' }), CENTER)
  await fillPatient(desk, { first: 'Noor', last: 'Haddad', email: rows.email('noor') })
  await desk.getByRole('radiogroup', { name: 'Harvest Fee' }).getByRole('radio', { name: 'Yes' }).check()
  await expect(summaryOf(desk)).toContainText('Harvest Fee$2,500.00')
  await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $6,150.00')
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText('Paid $6,150.00 for Noor Haddad. Invitation sent.')
  await expect(paidDialog(desk)).toContainText('Referral Processing Fee, with Mastercard ending in')
  await paidDialog(desk).getByRole('link', { name: 'View receipt' }).click()
  await expect(desk.getByRole('article')).toContainText('$2,500.00')

  await test.step('the label of a patient who has signed', async () => {
    await openWithin(desk, '/fedex-request-label-rhc')
    const fee = listRows(desk, 'Processing fees', 'Cardoso')
    await fee.getByRole('button', { name: /^Request label for/ }).click()
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    await desk.getByRole('dialog', { name: 'Fedex Label has been requested!' }).getByRole('button', { name: 'Close' }).click()
    await expect(fee).toContainText('Pending')
  })
})

/** Types and presses Enter on a page that is busy meanwhile: what the page wanted to do when the list opens, it does only before Enter. */
const typeAtOnce = (field: Locator, text: string): Promise<void> =>
  field.evaluate(async (input, typed) => {
    const opened = Promise.withResolvers<void>()
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    setTimeout(opened.resolve)
    await opened.promise
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }))
  }, text)

test('a center orders vials with a coupon, and a pre-order without shipping', async ({ signedIn, refusals }) => {
  const desk = await signedIn('harvestcenter')
  const patient = desk.getByRole('combobox', { name: 'Patient', exact: true })
  const coupon = desk.getByRole('region', { name: 'Coupon' })
  const shipping = [
    desk.getByRole('button', { name: 'Shipping', exact: true }),
    desk.getByLabel('Shipping Date'),
    desk.getByRole('radiogroup', { name: 'Shipping Fee' }),
  ]
  await desk.goto('/order')

  await test.step('the order page leads to the vials, which are for a patient', async () => {
    await expect(desk.getByRole('listitem').filter({ hasText: 'Shipping Supplies' })).toContainText('$90.00')
    await desk.getByRole('link', { name: 'Order Vials', exact: true }).click()
    for (const part of shipping) await expect(part).toBeVisible()
    await proceedButton(desk).click()
    await expect(patient).toHaveAccessibleDescription('Please select a patient')
    const chosen = new RegExp(`^${WITH_VIALS} \\(`)
    await typeAtOnce(patient, WITH_VIALS)
    await expect(patient).toHaveValue(chosen)
    await typeAtOnce(patient, WITH_VIALS)
    await desk.getByLabel('Quantity').fill('2')
    await expect(patient, 'the present choice, typed again, is kept').toHaveValue(chosen)
  })

  await test.step('a refused coupon is cleared, and nothing is paid before the buyer decides', async () => {
    await applyCoupon(desk, 'NO-SUCH-CODE')
    await expect(coupon.locator('[data-mark="bad"]')).toBeVisible()
    await expect(coupon.getByRole('status')).toContainText('This coupon code is not valid.')
    await expect(coupon.getByLabel('Coupon code'), 'the refused code is cleared').toHaveValue('')
    await proceedButton(desk).click()
    await expect(coupon.getByLabel('Coupon code')).toHaveAccessibleDescription(/The coupon was not applied\./)
    await coupon.getByRole('button', { name: 'Pay without a coupon' }).click()
    await expect(coupon.getByLabel('Coupon code')).not.toHaveAccessibleDescription(/The coupon was not applied\./)
    await expect(summaryOf(desk)).toContainText('Discount$0.00')
  })

  await test.step('a coupon counts in any letters', async () => {
    await applyCoupon(desk, 'welcome25')
    await expect(coupon.locator('[data-mark="good"]')).toBeVisible()
    await expect(summaryOf(desk)).toContainText('Quantity2')
    await expect(summaryOf(desk)).toContainText('Discount-$25.00')
    await expectAccessible(desk)
    await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $2,625.00')
    await proceedButton(desk).click()
    await expect(paidDialog(desk)).toContainText(`Paid $2,625.00 for ${WITH_VIALS}.2 × Vials, with Visa`)
    await paidDialog(desk).getByRole('button', { name: 'Close' }).click()
    await expect(desk.getByLabel('Quantity'), 'a fresh form').toHaveValue('1')
  })

  await test.step('a pre-order has no shipping section, date and fee', async () => {
    await openWithin(desk, '/order')
    await desk.getByRole('link', { name: 'Order Vials Pre-order', exact: true }).click()
    await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $1,100.00')
    for (const part of shipping) await expect(part).toBeHidden()
    await expect(summaryOf(desk)).not.toContainText('Shipping')
    await chooseOption(patient, WITHOUT_VIALS)
    await proceedButton(desk).click()
    await expect(paidDialog(desk)).toContainText(/\$1,100\.00.*Nothing is shipped yet\./)
  })

  await test.step('an unknown product is a page that does not exist, and no product is the dashboard', async () => {
    refusals.expect(404, '/api/v1/products/999/')
    await openWithin(desk, '/harvest-center/checkout/product/999')
    await expect(desk.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await openWithin(desk, '/harvest-center/checkout/product/13')
    await expect(desk.getByRole('heading', { name: 'Page not found' }), 'sold to referral centers only').toBeVisible()
    await openWithin(desk, '/harvest-center/checkout/product')
    await expect(desk).toHaveURL('/dashboard')
  })
})

test('a patient orders vials once the center allows it', async ({ signedIn, rows }) => {
  const { user } = await rows.session('patient')
  const allow = (tags: number[]) => rows.call('admin', 'PATCH', `/api/v1/users/${user.id}/`, { tags })
  await allow([])
  const page = await signedIn('patient')
  await page.goto('/checkout/patient-vials')
  await expect(page.getByText(NO_SALES_REP)).toBeVisible()

  await allow([VIAL_ORDERING_TAG])
  await page.reload()
  await expect(page.getByLabel('Harvest center name')).toHaveValue(CENTER)
  await page.getByLabel('Quantity').fill('3')
  await proceedButton(page).click()
  await expect(paidDialog(page)).toContainText('Paid $3,850.00.3 × Vials, with Visa')
  await expect(paidDialog(page)).toContainText('we ship your order')
})
