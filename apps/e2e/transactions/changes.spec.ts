/** An admin corrects a sale and takes a payment back. What the center sees of a correction is in transactions.spec.ts. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { pay } from './pay.ts'

test('an admin voids a payment that is not settled yet, and corrects a sale with a note; the second of two admins is told', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const [voided, corrected] = [await pay(rows), await pay(rows)]
  const admin = await signedIn('admin')

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

  await test.step('the receipt has the correction, and what was paid', async () => {
    const receipt = admin.getByRole('article')
    await expect(receipt.getByRole('row', { name: /^Correction/ })).toContainText(/^Correction .+: Shipping was free-\$50\.00$/)
    await expect(receipt.getByRole('row', { name: 'Total $3,600.00' })).toBeVisible()
    await expect(receipt.getByRole('row', { name: /^Total paid.*\$3,650\.00$/ })).toBeVisible()
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
