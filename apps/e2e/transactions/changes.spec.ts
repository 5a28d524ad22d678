/** An admin corrects a sale and takes a payment back; the center sees the result. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import type { Rows } from '../journey/rows.ts'

const address = {
  ...{ company: 'Clinic', address1: '1 Main Street', address2: '', city: 'Atlanta', state: 'Georgia' },
  ...{ country_desc: 'United States', zip_code: '30301' },
}
const EMAIL = 'harvestcenter@demo.example'
const card = { full_name: 'Ada Example', card_number: '4111111111111111', cvc: '900', expiration_date: '2099-12' }

/** A processing fee that the demo's center pays without a patient. Returns the id of its sale. */
async function pay(rows: Rows): Promise<number> {
  const latest = '/api/v1/transactions/get-last-id/'
  const { transaction_id: invoice_id } = await rows.call<{ transaction_id: string }>('harvestcenter', 'GET', latest)
  const { transaction_id } = await rows.call<{ transaction_id: number }>('harvestcenter', 'POST', '/api/v1/transactions/', {
    ...{ invoice_id, product_id: 1, total_amount: 3650, create_patient: false, assign_later: true },
    ...{ harvest_center_email: EMAIL, harvest_center_billing_email: EMAIL },
    ...{ addressInfo: address, shippingInfo: address, credit_card: card },
  })
  return transaction_id
}

test('an admin voids a payment that is not settled yet, and corrects a sale with a note; the second of two admins is told', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const [voided, corrected] = [await pay(rows), await pay(rows)]
  const [admin, desk] = [await signedIn('admin'), await signedIn('harvestcenter')]

  await test.step('a corrected refund is sent, and the payment voided instead', async () => {
    await admin.goto(`/receipt/${voided}`)
    await admin.getByRole('button', { name: 'Refund or void' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Refund or void' })
    await dialog.getByLabel('Note').fill('Ordered twice')
    const amount = dialog.getByLabel('Amount')
    const type = async (text: string) => {
      await amount.fill('')
      await amount.pressSequentially(text)
    }
    refusals.expect(422, `/api/v1/transactions/${voided}/refund/`)
    await type('9999')
    await dialog.getByRole('button', { name: 'Refund $9,999.00' }).click()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await type('50')
    await expect(dialog.getByRole('alert'), 'nothing is marked any more').toBeHidden()
    await dialog.getByRole('button', { name: 'Refund $50.00' }).click()
    await expect(dialog.getByText('This payment is not settled yet.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Void' }).check()
    await dialog.getByRole('button', { name: 'Void $3,650.00' }).click()
    await expect(dialog.page().getByText('The payment was voided.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('article')).toContainText('Voided')
    const refunds = admin.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText('Void of $3,650.00')
    await expect(refunds).toContainText('Refused')
    await expect(admin.getByRole('button', { name: 'Refund or void' })).toBeHidden()
    await expectAccessible(admin)
  })

  const dialog = admin.getByRole('dialog', { name: 'Edit transaction' })
  await test.step('the sum of a sale is corrected, and the history says who changed what', async () => {
    await openWithin(admin, `/receipt/${corrected}`)
    await admin.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Amount').fill('3600')
    const sum = dialog.getByRole('status', { name: 'Sum' })
    await expect(sum).toContainText('1 × $3,500.00 + shipping $150.00 = $3,650.00')
    await expect(sum).toContainText('The amount differs from this sum by -$50.00.')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await dialog.getByLabel('Note').fill('Shipping was free')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Transaction has been updated')).toBeVisible()
    await expect(dialog, 'closes by itself').toBeHidden()
    const history = admin.getByRole('region', { name: 'History' })
    await expect(history).toContainText('Shipping was free')
    await expect(history.getByRole('row', { name: /^Amount/ })).toHaveText('Amount$3,650.00$3,600.00')
    await expectAccessible(admin)
  })

  await test.step('admin and center read the correction and what was paid, and the center that the other one is voided', async () => {
    await desk.goto(`/receipt/${corrected}`)
    for (const page of [admin, desk]) {
      const line = page.getByRole('article').getByRole('row', { name: /^Correction/ })
      await expect(line).toContainText(/^Correction .+: Shipping was free-\$50\.00$/)
      await expect(page.getByRole('article').getByRole('row', { name: 'Total $3,600.00' })).toBeVisible()
      await expect(page.getByRole('article').getByRole('row', { name: /^Total paid.*\$3,650\.00$/ })).toBeVisible()
    }
    await openWithin(desk, `/receipt/${voided}`)
    await expect(desk.getByRole('article')).toContainText('Voided')
    await expect(desk.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
    await expect(desk.getByRole('region', { name: 'Refunds' })).toBeHidden()
  })

  await test.step('the second of two admins is told', async () => {
    await admin.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('$3,600.00')
    await rows.call('admin', 'PATCH', `/api/v1/transactions/${corrected}/`, { amount: 3500, transaction_note: 'Meanwhile' })
    refusals.expect(409, `/api/v1/transactions/${corrected}/`)
    await dialog.getByLabel('Note').fill('Too late')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Someone else has changed this transaction')).toBeVisible()
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('$3,500.00')
  })
})
