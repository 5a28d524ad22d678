/** The card gateway of a domain. Nothing is sent to Authorize.Net: the journey saves no account. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'

test('an admin sees that payments are simulated, and what an account at Authorize.Net needs', async ({
  business,
  signedIn,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/payment-settings')
  await expect(admin.getByRole('heading', { name: 'Payment Settings', level: 1 })).toBeVisible()
  await expect(admin.getByText('Payments are simulated. Nobody is charged.')).toBeVisible()
  await expect(admin.getByRole('radio', { name: 'Simulator' })).toBeChecked()
  await expect(admin.getByLabel('Transaction key')).toHaveCount(0)

  await admin.getByRole('radio', { name: 'Authorize.Net' }).check()
  await expect(admin.getByLabel('Webhook URL', { exact: true })).toHaveValue(
    new RegExp(`/api/v1/webhooks/authorizenet/${business}/$`),
  )
  await expect(admin.getByText('Without the webhook, payments that Authorize.Net reviews are confirmed later.')).toBeVisible()
  await expectAccessible(admin)

  await test.step('the missing values are named at their fields', async () => {
    refusals.expect(422, '/domain/payment-settings/')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByLabel('API login ID')).toHaveAccessibleDescription(/Enter the API login ID\./)
    await admin.getByRole('button', { name: 'Test connection' }).click()
    await expect(admin.getByText('Enter the API login ID and the transaction key.')).toBeVisible()
  })

  await test.step('the secret key is typed as a password', async () => {
    await expect(admin.getByLabel('Transaction key', { exact: true })).toHaveAttribute('type', 'password')
  })
})
