/** Orders: from the payment over the parcels of the lab to the links that the buyers see. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import type { CreatedUser, Rows } from './journey/rows.ts'
import { listRows } from './journey/tables.ts'

const ORDERS = 'Orders'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const address = {
  ...{ company: 'Front desk', address1: '5 Pier Road', address2: '', city: 'Austin', state: 'Texas' },
  ...{ country_desc: 'United States', zip_code: '78701' },
}
const card = { full_name: 'Ruth Keller', card_number: '4111111111111111', cvc: '123', expiration_date: '2099-12' }

/** A center pays for an order; answers the invoice. */
async function buy(rows: Rows, center: CreatedUser, product: number, quantity: number, patient: number | null) {
  const { price, shipping_fee, prices } = await rows.call<{
    price: number
    shipping_fee: number
    prices: { price: number; shipping_fee: number }[]
  }>(center, 'GET', `/api/v1/products/${product}/`)
  const paid = prices[0] ?? { price, shipping_fee }
  const invoice = (await rows.call<{ transaction_id: string }>(center, 'GET', '/api/v1/transactions/get-last-id/')).transaction_id
  await rows.call(center, 'POST', '/api/v1/transactions/', {
    ...{ invoice_id: invoice, product_id: product, product_quantity: quantity, patient_id: patient },
    ...{ total_amount: paid.price * quantity + paid.shipping_fee, create_patient: false, credit_card: card },
    ...{ harvest_center_email: center.email, harvest_center_billing_email: center.email },
    ...{ addressInfo: address, shippingInfo: address },
  })
  return invoice
}

const numberIn = (form: Locator) => form.getByRole('textbox', { name: 'Tracking number' })
const drawerOf = (page: Page, invoice: string) => page.getByRole('dialog', { name: `Order ${invoice}` })

test('a lab ships an order in two parcels, corrects a number, and the buyers follow the links', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id, { activated: true })
  await rows.vials(patient.id, 3)
  const invoice = await buy(rows, center, 2, 2, patient.id)
  const lab = await signedIn('lab')
  const row = listRows(lab, ORDERS, invoice)

  await test.step('the dashboard leads to the order', async () => {
    await lab.goto('/dashboard')
    await expect(lab.getByText(/orders? to ship\./)).toBeVisible()
    await lab.goto(`/orders-to-ship?search=${invoice}`)
    await expect(row).toContainText('2 × Vials')
    await expect(row).toContainText(patient.last_name)
    await expectAccessible(lab)
    await lab.setViewportSize(PHONE)
    await expect(row).toContainText('Austin, Texas')
    await expectAccessible(lab)
    await lab.setViewportSize(DESKTOP)
  })

  await test.step('one vial is sent', async () => {
    await row.getByRole('link', { name: invoice }).click()
    const drawer = drawerOf(lab, invoice)
    await expect(drawer.getByLabel('Quantity')).toHaveValue('2')
    await drawer.getByLabel('Quantity').fill('1')
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(numberIn(drawer)).toHaveAccessibleDescription(/Enter the tracking number/)
    await numberIn(drawer).fill('794655556666')
    await expect(drawer.getByText('FedEx. The link is made from the number.')).toBeVisible()
    await expectAccessible(lab)
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(drawer.page().getByText('The shipment has been saved!')).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(row).toContainText('Partly shipped')
  })

  await test.step('the rest is sent, and its number corrected', async () => {
    await row.getByRole('link', { name: invoice }).click()
    const drawer = drawerOf(lab, invoice)
    await expect(drawer.getByLabel('Quantity')).toHaveValue('1')
    await numberIn(drawer).fill('1Z999AA10123456784')
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(drawer).toHaveCount(0)
    await expect(lab.getByText('No results')).toBeVisible()
    await lab.getByRole('radiogroup', { name: 'State' }).getByText('Shipped').click()
    await row.getByRole('link', { name: invoice }).click()
    await drawer.getByRole('button', { name: 'Correct tracking number 1Z999AA10123456784' }).click()
    const form = drawer.getByRole('form', { name: 'Tracking number' })
    await numberIn(form).fill('1Z999AA10123456785')
    await expectAccessible(lab)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByText('(corrected)')).toBeVisible()
  })

  await test.step('the center and the patient see the parcels', async () => {
    const desk = await signedIn(center)
    await desk.goto('/hc-transaction-history')
    const sale = listRows(desk, 'Transaction History', invoice)
    await expect(sale).toContainText('Shipped')
    const link = sale.getByRole('link', { name: '1Z999AA10123456785' })
    await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456785')
    const own = await signedIn(patient)
    await own.goto('/dashboard')
    await expect(listRows(own, 'Your orders', invoice)).toContainText('Shipped')
    await expect(own.getByRole('link', { name: '794655556666' })).toBeVisible()
    await own.setViewportSize(PHONE)
    await expectAccessible(own)
  })
})

test('an admin ships supplies with the link of any carrier', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const invoice = await buy(rows, center, 4, 3, null)
  const admin = await signedIn('admin')
  await admin.goto(`/orders-to-ship?kind=supplies&search=${invoice}`)
  await listRows(admin, ORDERS, invoice).getByRole('link', { name: invoice }).click()
  const drawer = drawerOf(admin, invoice)
  await numberIn(drawer).fill('A-17')
  await drawer.getByLabel('Tracking link').fill('parcels.example')
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(drawer.getByLabel('Tracking link')).toHaveAccessibleDescription(/begins with https/)
  await drawer.getByLabel('Tracking link').fill('https://parcels.example/A-17')
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(drawer.page().getByText('The shipment has been saved!')).toBeVisible()
  await expect(listRows(admin, ORDERS, invoice)).toHaveCount(0)
})
