/** The checkouts of referral centers, of products and of patients, from the order page to the receipt. */
import { NO_SALES_REP } from '@vialdesk/contract/checkout'
import { productIds } from '@vialdesk/contract/products'
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/roles'
import { expectAccessible } from '../journey/accessible.ts'
import { fillCard, fillPatient, paidDialog, proceedButton, summaryOf } from '../journey/checkout-form.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { chooseOption, listRows } from '../journey/tables.ts'

const home = {
  address1: '4 Quarry Lane',
  city: 'Portland',
  state_desc: 'Oregon',
  country_desc: 'United States',
  zip_code: '97201',
}

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('a referral center pays the fee of a new patient, with the harvest fee, and requests its label @desk', async ({
  signedIn,
  rows,
}) => {
  const [patient, email] = [rows.uniqueName('Haddad'), rows.email('noor')]
  const desk = await signedIn('referral')
  await desk.goto('/dashboard')
  await desk.getByRole('link', { name: 'Refer a patient', exact: true }).click()
  await expect(desk).toHaveTitle('Checkout - Referral Processing Fee — Meridian Cell Bank')
  await chooseOption(desk.getByRole('combobox', { name: 'Harvest center' }), 'Harborview Regenerative Medicine')
  await fillPatient(desk, { first: 'Noor', last: patient, email })
  await desk.getByRole('radiogroup', { name: 'Harvest Fee' }).getByRole('radio', { name: 'Yes' }).check()
  await expect(summaryOf(desk)).toContainText('Harvest Fee$2,500.00')
  await expectAccessible(desk)
  await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $6,150.00')
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText(`Paid $6,150.00 for Noor ${patient}. Invitation sent.`)
  await expect(paidDialog(desk)).toContainText('Referral Processing Fee, with Mastercard ending in')
  await paidDialog(desk).getByRole('link', { name: 'View receipt' }).click()
  await expect(desk.getByRole('article')).toContainText('$2,500.00')

  const { user } = await rows.session('referral')
  const account = { id: user.id, email: 'referral@demo.example', password: 'demo-portal' }
  await rows.signDocuments(account, { first_name: 'Noor', last_name: patient, email })
  await desk.goto('/fedex-request-label-rhc')
  const fee = listRows(desk, 'Processing fees', patient)
  await fee.getByRole('button', { name: /^Request label for/ }).click()
  await expect(desk.getByText(patient).first()).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Request label', exact: true }).click()
  await desk.getByRole('dialog', { name: 'Fedex Label has been requested!' }).getByRole('button', { name: 'Close' }).click()
  await expect(fee).toContainText('Pending')
})

test('a pre-order has no shipping section, date and fee; vials have them @desk', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const desk = await signedIn(center)
  const shipping = [
    desk.getByRole('button', { name: 'Shipping', exact: true }),
    desk.getByLabel('Shipping Date'),
    desk.getByRole('radiogroup', { name: 'Shipping Fee' }),
  ]
  await desk.goto(`/harvest-center/checkout/product/${productIds.vials}`)
  for (const part of shipping) await expect(part).toBeVisible()
  await desk.goto(`/harvest-center/checkout/product/${productIds.pre_order}`)
  await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $1,100.00')
  for (const part of shipping) await expect(part).toBeHidden()
  await expect(summaryOf(desk)).not.toContainText('Shipping')
  await fillCard(desk)
  await proceedButton(desk).click()
  const patientField = desk.getByRole('combobox', { name: 'Patient', exact: true })
  await expect(patientField).toHaveAccessibleDescription('Please select a patient')
  await chooseOption(patientField, `Ada ${patient.last_name}`)
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText(/\$1,100\.00.*Nothing is shipped yet\./)
})

test('a center orders vials for a patient with a coupon', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await rows.vials(patient.id, 5)
  const code = rows.uniqueName('SAVE').replaceAll(/[^\w]/g, '')
  await rows.call('admin', 'POST', '/api/v1/coupon-codes/', { name: code, code, max_use_number: 1, discount_amount: 150 })
  const desk = await signedIn(center)
  await desk.goto('/order')
  await expect(desk.getByRole('listitem').filter({ hasText: 'Shipping Supplies' })).toContainText('$90.00')
  await expectAccessible(desk)
  await desk.getByRole('link', { name: 'Order Vials', exact: true }).click()
  await expect(desk).toHaveTitle('Checkout Vials — Meridian Cell Bank')
  await fillCard(desk)
  await proceedButton(desk).click()
  const patientField = desk.getByRole('combobox', { name: 'Patient', exact: true })
  await expect(patientField).toHaveAccessibleDescription('Please select a patient')
  await chooseOption(patientField, `Ada ${patient.last_name}`)
  await desk.getByLabel('Quantity').fill('2')
  const coupon = desk.getByRole('region', { name: 'Coupon' })
  await applyCoupon(desk, 'NO-SUCH-CODE')
  await expect(coupon.locator('[data-mark="bad"]')).toBeVisible()
  await expect(coupon.getByRole('status')).toContainText('This coupon code is not valid.')
  await expect(coupon.getByLabel('Coupon code'), 'the refused code is cleared').toHaveValue('')
  await desk.getByRole('button', { name: /^Proceed Checkout/ }).click()
  await expect(coupon.getByLabel('Coupon code')).toHaveAccessibleDescription(/The coupon was not applied\./)
  await coupon.getByRole('button', { name: 'Pay without a coupon' }).click()
  await expect(coupon.getByLabel('Coupon code')).not.toHaveAccessibleDescription(/The coupon was not applied\./)
  await expect(summaryOf(desk)).toContainText('Discount$0.00')
  await applyCoupon(desk, code.toLowerCase())
  await expect(coupon.locator('[data-mark="good"]')).toBeVisible()
  await expect(summaryOf(desk)).toContainText('Quantity2')
  await expect(summaryOf(desk)).toContainText('Discount-$150.00')
  await expectAccessible(desk)
  await expect(proceedButton(desk)).toHaveText('Proceed Checkout · $2,500.00')
  await proceedButton(desk).click()
  await expect(paidDialog(desk)).toContainText(`Paid $2,500.00 for Ada ${patient.last_name}.2 × Vials, with Visa`)
  await paidDialog(desk).getByRole('button', { name: 'Close' }).click()
  await expect(desk.getByLabel('Quantity'), 'a fresh form').toHaveValue('1')
})

test('an unknown product is a page that does not exist, and no product is the dashboard @desk', async ({
  signedIn,
  refusals,
}) => {
  const desk = await signedIn('harvestcenter')
  refusals.expect(404, '/api/v1/products/999/')
  await desk.goto('/harvest-center/checkout/product/999')
  await expect(desk.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await desk.goto('/harvest-center/checkout/product/13')
  await expect(desk.getByRole('heading', { name: 'Page not found' }), 'sold to referral centers only').toBeVisible()
  await desk.goto('/harvest-center/checkout/product')
  await expect(desk).toHaveURL('/dashboard')
})

test('a patient orders vials once the center allows it @desk', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  await rows.vials(patient.id, 3)
  const before = await signedIn(patient)
  await before.goto('/checkout/patient-vials')
  await expect(before.getByText(NO_SALES_REP)).toBeVisible()
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { tags: [VIAL_ORDERING_TAG], ...home })

  const page = await signedIn(patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Order vials', exact: true }).click()
  await expect(page).toHaveTitle('Checkout - Vials — Meridian Cell Bank')
  await expect(page.getByLabel('Harvest center name')).toHaveValue(center.company)
  await page.getByLabel('Quantity').fill('3')
  await fillCard(page)
  await expectAccessible(page)
  await proceedButton(page).click()
  await expect(paidDialog(page)).toContainText('Paid $3,850.00.3 × Vials, with Visa')
  await expect(paidDialog(page)).toContainText('we ship your order')
})
