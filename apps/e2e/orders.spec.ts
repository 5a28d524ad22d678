/** Orders: from the payment over the parcels of the lab to the links that the buyers see. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import type { Rows } from './journey/rows.ts'
import { listRows } from './journey/tables.ts'

const ORDERS = 'Orders'
const EMAIL = 'harvestcenter@demo.example'
const address = {
  ...{ company: 'Front desk', address1: '5 Pier Road', address2: '', city: 'Austin', state: 'Texas' },
  ...{ country_desc: 'United States', zip_code: '78701' },
}
const card = { full_name: 'Ruth Keller', card_number: '4111111111111111', cvc: '123', expiration_date: '2099-12' }

/** The demo's center pays for two vials of the demo's patient; answers the invoice. */
async function buyVials(rows: Rows): Promise<string> {
  const { user } = await rows.session('patient')
  const read = <Answer>(path: string) => rows.call<Answer>('harvestcenter', 'GET', path)
  const { price, shipping_fee } = await read<{ price: number; shipping_fee: number }>('/api/v1/products/2/')
  const { transaction_id } = await read<{ transaction_id: string }>('/api/v1/transactions/get-last-id/')
  await rows.call('harvestcenter', 'POST', '/api/v1/transactions/', {
    ...{ invoice_id: transaction_id, product_id: 2, product_quantity: 2, patient_id: user.id },
    ...{ total_amount: price * 2 + shipping_fee, create_patient: false, credit_card: card },
    ...{ harvest_center_email: EMAIL, harvest_center_billing_email: EMAIL },
    ...{ addressInfo: address, shippingInfo: address },
  })
  return transaction_id
}

const numberIn = (form: Locator) => form.getByRole('textbox', { name: 'Tracking number' })

test('a lab ships an order in two parcels with links of any carrier and corrects a number, and the buyers follow the links', async ({
  signedIn,
  rows,
}) => {
  const invoice = await buyVials(rows)
  const lab = await signedIn('lab')
  const row = listRows(lab, ORDERS, invoice)
  const drawer = lab.getByRole('dialog', { name: `Order ${invoice}` })

  await test.step('the dashboard leads to the order', async () => {
    await lab.goto('/dashboard')
    await lab
      .getByRole('note')
      .filter({ hasText: /orders to ship\./ })
      .getByRole('link')
      .click()
    await expect(row).toContainText('2 × Vials')
    await expect(row).toContainText('Hawthorne')
    await expect(row).toContainText('Austin, Texas')
  })

  await test.step('one vial is sent', async () => {
    await row.getByRole('link', { name: invoice }).click()
    await expect(drawer.getByLabel('Quantity')).toHaveValue('2')
    await drawer.getByLabel('Quantity').fill('1')
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(numberIn(drawer)).toHaveAccessibleDescription(/Enter the tracking number/)
    await numberIn(drawer).fill('794655556666')
    await expect(drawer.getByText('FedEx. The link is made from the number.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(lab.getByText('The shipment has been saved!')).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expect(row).toContainText('Partly shipped')
  })

  await test.step('its number is corrected', async () => {
    await row.getByRole('link', { name: invoice }).click()
    await expect(drawer.getByLabel('Quantity')).toHaveValue('1')
    await drawer.getByRole('button', { name: 'Correct tracking number 794655556666' }).click()
    const form = drawer.getByRole('form', { name: 'Tracking number' })
    await numberIn(form).fill('1Z999AA10123456785')
    await expectAccessible(lab)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByText('(corrected)')).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  await test.step('the rest is sent with the link of another carrier, and the order leaves the list', async () => {
    await numberIn(drawer).fill('A-17')
    await drawer.getByLabel('Tracking link').fill('https://parcels.example/A-17')
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(drawer).toHaveCount(0)
    await expect(row).toHaveCount(0)
  })

  await test.step('the center and the patient see the parcels', async () => {
    const desk = await signedIn('harvestcenter')
    await desk.goto('/hc-transaction-history')
    const sale = listRows(desk, 'Transaction History', invoice)
    await expect(sale).toContainText('Shipped')
    const link = sale.getByRole('link', { name: '1Z999AA10123456785' })
    await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA10123456785')
    const own = await signedIn('patient')
    await own.goto('/dashboard')
    const order = listRows(own, 'Your orders', invoice)
    await expect(order).toContainText('Shipped')
    await expect(order.getByRole('link', { name: 'A-17' })).toHaveAttribute('href', 'https://parcels.example/A-17')
  })
})
