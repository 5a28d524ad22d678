import { Alert, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BoldsignRegion, SigningSettings } from '@vialdesk/contract/signing'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { ConnectionTest } from '#web/ui/forms/connection-test.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const regions: Record<BoldsignRegion, string> = { us: 'United States', eu: 'European Union', ca: 'Canada', au: 'Australia' }
const regionChoices = Object.entries(regions).map(([value, label]) => ({ value, label }))

const KEPT = 'Saved. Enter another one to replace it.'

/** Tries the entered key, or the saved one if none is entered. Nothing is saved. */
function TestConnection({ region, apiKey }: { region: BoldsignRegion; apiKey: string }) {
  const test = useMutation(apiMutation('POST /domain/signing-settings/test/', { handlesErrors: true, keepsScreen: true }))
  const { data, error, isPending, mutate } = test
  const result = error ? { success: false, message: errorMessage(error) } : data
  return (
    <ConnectionTest
      busy={isPending}
      result={result}
      onTest={() => mutate({ body: { region, ...(apiKey && { api_key: apiKey }) } })}
    />
  )
}

export function BoldsignFields({ form, settings }: { form: SettingsForm; settings: SigningSettings }) {
  const { region, api_key } = form.getValues()
  return (
    <>
      <Select
        label="Region"
        description="Where your BoldSign account is."
        data={regionChoices}
        allowDeselect={false}
        {...form.getInputProps('region')}
      />
      <PasswordField
        label="API key"
        description={settings.has_api_key ? KEPT : 'From BoldSign: API, API Key. It is never shown again.'}
        autoComplete="off"
        {...form.getInputProps('api_key')}
      />
      <TestConnection region={region} apiKey={api_key} />
      <CopyField
        label="Webhook URL"
        hint="Enter it at BoldSign: API, Webhooks, Account Level. Choose all events of documents."
        value={settings.webhook_url}
      />
      <PasswordField
        label="Webhook secret"
        description={settings.has_webhook_secret ? KEPT : 'From BoldSign: the signing secret of that webhook.'}
        autoComplete="off"
        {...form.getInputProps('webhook_secret')}
      />
      {!settings.has_webhook_secret && (
        <Alert color="yellow">Without the webhook, signed documents are noticed only once a night.</Alert>
      )}
    </>
  )
}
