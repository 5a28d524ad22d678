import { Alert, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { GatewayEnvironment, PaymentSettings } from '@vialdesk/contract/payments'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { ConnectionTest } from '#web/ui/forms/connection-test.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'
import type { PaymentSettingsForm } from './use-payment-settings-form.ts'

const environments: { value: GatewayEnvironment; label: string }[] = [
  { value: 'sandbox', label: 'Sandbox (for tests, nobody is charged)' },
  { value: 'production', label: 'Production (cards are charged)' },
]

const KEPT = 'Saved. Enter another one to replace it.'
const NO_WEBHOOK = 'Without the webhook, payments that Authorize.Net reviews are confirmed later.'

/** Tries the entered values, and the saved ones for the others. Nothing is saved. */
function TestAccount({ form }: { form: PaymentSettingsForm }) {
  const { data, error, isPending, mutate } = useMutation(
    apiMutation('POST /domain/payment-settings/test/', { handlesErrors: true, keepsScreen: true }),
  )
  const { environment, api_login_id, transaction_key } = form.getValues()
  const body = { environment, api_login_id, ...(transaction_key && { transaction_key }) }
  return (
    <ConnectionTest
      busy={isPending}
      result={error ? { success: false, message: errorMessage(error) } : data}
      onTest={() => mutate({ body })}
    />
  )
}

/** The account at Authorize.Net. The names of its keys are those of Authorize.Net's pages. */
export function AuthorizenetFields({ form, settings }: { form: PaymentSettingsForm; settings: PaymentSettings }) {
  return (
    <>
      <Select
        label="Environment"
        description="Each account belongs to one of the two."
        data={environments}
        allowDeselect={false}
        {...form.getInputProps('environment')}
      />
      <TextInput
        label="API login ID"
        description="From Authorize.Net: Account, Settings, API Credentials & Keys."
        autoComplete="off"
        {...form.getInputProps('api_login_id')}
      />
      <PasswordField
        label="Transaction key"
        description={settings.has_transaction_key ? KEPT : 'From the same page. It is never shown again.'}
        autoComplete="off"
        {...form.getInputProps('transaction_key')}
      />
      <TestAccount form={form} />
      <TextInput
        label="Public client key"
        description="From Authorize.Net: Account, Settings, Manage Public Client Key. Browsers use it to send cards."
        autoComplete="off"
        {...form.getInputProps('client_key')}
      />
      <CopyField
        label="Webhook URL"
        hint="Enter it at Authorize.Net: Account, Settings, Webhooks. Choose all payment events."
        value={settings.webhook_url}
      />
      <PasswordField
        label="Signature key"
        description={settings.has_signature_key ? KEPT : 'From Authorize.Net: Account, Settings, API Credentials & Keys.'}
        autoComplete="off"
        {...form.getInputProps('signature_key')}
      />
      {!settings.has_signature_key && <Alert color="yellow">{NO_WEBHOOK}</Alert>}
    </>
  )
}
