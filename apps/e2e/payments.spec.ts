/** The card gateway of a domain, and payments without a certain result. Nothing is sent to Authorize.Net: the journey saves no account. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('an admin sees that payments are simulated, and what an account at Authorize.Net needs; and decides about a payment', async ({
  business,
  signedIn,
  refusals,
}) => {
  const admin = await signedIn('admin')

  await test.step('the settings of the business have sections for documents and for payments', async () => {
    await admin.goto('/white-label-settings?tab=templates')
    await expect(admin.getByRole('heading', { level: 2, name: 'Patient Registration Docs' })).toBeVisible()
    await admin.getByRole('tab', { name: 'Payment Settings' }).click()
    await expect(admin.getByRole('heading', { level: 2, name: 'Card gateway' })).toBeVisible()
    await expect(admin.getByText('Payments are simulated. Nobody is charged.')).toBeVisible()
    await expect(admin.getByRole('radio', { name: 'Simulator' })).toBeChecked()
    await expect(admin.getByLabel('Transaction key')).toHaveCount(0)
  })

  await test.step('an account has a webhook, and its secret key is typed as a password', async () => {
    await admin.getByRole('radio', { name: 'Authorize.Net' }).check()
    await expect(admin.getByLabel('Webhook URL', { exact: true })).toHaveValue(
      new RegExp(`/api/v1/webhooks/authorizenet/${business}/$`),
    )
    await expect(admin.getByText('Without the webhook, payments that Authorize.Net reviews are confirmed later.')).toBeVisible()
    await expect(admin.getByLabel('Transaction key', { exact: true })).toHaveAttribute('type', 'password')
    await expectAccessible(admin)
  })

  await test.step('the missing values are named at their fields', async () => {
    refusals.expect(422, '/domain/payment-settings/')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByLabel('API login ID')).toHaveAccessibleDescription(/Enter the API login ID\./)
    await admin.getByRole('button', { name: 'Test connection' }).click()
    await expect(admin.getByText('Enter the API login ID and the transaction key.')).toBeVisible()
    await admin.getByRole('radio', { name: 'Simulator' }).check()
  })

  await test.step('each decision about a payment without a certain result says its consequence', async () => {
    await openWithin(admin, '/payments-to-review')
    const payment = listRows(admin, 'Payments', 'Harborview Regenerative Medicine')
    await expect(payment).toContainText('Needs review')
    await chooseRowAction(admin, payment, 'Mark as not paid')
    const unpaid = admin.getByRole('dialog', { name: 'Mark as not paid' })
    await expect(unpaid).toContainText('the center can pay this invoice again')
    await unpaid.getByRole('button', { name: 'Mark as not paid' }).click()
    await expect(unpaid.getByLabel('Note')).toHaveAccessibleDescription(/Enter a reason\./)
    await expectAccessible(admin)
    await unpaid.getByRole('button', { name: 'Cancel' }).click()

    await chooseRowAction(admin, payment, 'Re-check')
    const question = admin.getByRole('dialog', { name: /^Re-check/ })
    await expect(question).toContainText('Nothing is charged.')
    await question.getByRole('button', { name: 'Re-check' }).click()
    await expect(payment, 'the provider has the money: the purchase is recorded').toHaveCount(0)
  })
})
