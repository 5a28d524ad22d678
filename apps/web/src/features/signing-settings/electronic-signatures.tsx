import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SigningSettings, SigningSettingsEdit } from '@vialdesk/contract/documents/signing'
import { ProviderForm, type ProviderOption } from '#web/entities/provider/provider-form.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { certificateWarning } from './certificate-warning.ts'

/** The certificate with which the portal's own engine seals documents. */
function CertificateFacts({ certificate }: { certificate: SigningSettings['certificate'] }) {
  const { subject, expires_at, self_made, timestamped } = certificate
  const warning = certificateWarning(certificate)
  return (
    <>
      {warning && (
        <Alert color={warning.color} role="status" icon={<IconAlertTriangle size={18} />}>
          {warning.text}
        </Alert>
      )}
      <Facts
        title="Seal of your documents"
        facts={[
          { label: 'Certificate', value: subject },
          { label: 'Valid until', value: <DateText value={expires_at} /> },
          { label: 'Made by', value: self_made ? 'This portal' : 'A certificate authority' },
          { label: 'Time stamps', value: timestamped ? 'From a time stamp authority' : 'Clock of this portal' },
        ]}
      />
    </>
  )
}

const LEAD = 'Who seals the documents of your patients and centers. Documents that are already sent stay with their provider.'

const options: ProviderOption[] = [
  { value: 'embedded', label: 'This portal', description: 'Signed and sealed here. No other account is needed.' },
  {
    ...{ value: 'boldsign', label: 'BoldSign', description: 'Signed at BoldSign with your own account.' },
    account: {
      fields: [
        {
          ...{ name: 'region', label: 'Region', description: 'Where your BoldSign account is.' },
          kind: [
            { value: 'us', label: 'United States' },
            { value: 'eu', label: 'European Union' },
            { value: 'ca', label: 'Canada' },
            { value: 'au', label: 'Australia' },
          ],
        },
        {
          ...{ name: 'api_key', label: 'API key', kind: 'secret' },
          description: 'From BoldSign: API, API Key. It is never shown again.',
        },
      ],
      webhook: {
        hint: 'Enter it at BoldSign: API, Webhooks, Account Level. Choose all events of documents.',
        secret: {
          ...{ name: 'webhook_secret', label: 'Webhook secret', kind: 'secret' },
          description: 'From BoldSign: the signing secret of that webhook.',
        },
        warning: 'Without the webhook, signed documents are noticed only once a night.',
      },
    },
  },
]

/** Only while the portal signs itself: with BoldSign the key is needed. */
function RemoveSecrets() {
  const change = useAction('PATCH /domain/signing-settings/')
  const remove = async () => {
    const question = {
      title: 'Remove the key of BoldSign?',
      consequence: 'To use BoldSign again, enter the key and the secret again.',
    }
    if (await confirm({ ...question, verb: 'Remove', danger: true })) change.mutate({ body: { api_key: '', webhook_secret: '' } })
  }
  return (
    <Button variant="default" loading={change.isPending} onClick={() => void remove()}>
      Remove the key of BoldSign
    </Button>
  )
}

/** How the documents of the domain are signed. */
export function ElectronicSignatures() {
  const query = useQuery(apiQuery('GET /domain/signing-settings/'))
  return (
    <Section title="Electronic signatures" lead={LEAD}>
      <Loaded query={query} loading="Loading the signing settings…">
        {(settings) => {
          const hasSecrets = settings.has_api_key || settings.has_webhook_secret
          const isOwn = settings.provider === 'embedded'
          return (
            <Stack gap="lg" maw="40rem">
              <ProviderForm
                label="Electronic signatures"
                choice={{ name: 'provider', label: 'Signing provider' }}
                options={options}
                settings={settings}
                schema={SigningSettingsEdit}
                path="/domain/signing-settings/"
                moreButtons={(chosen) => isOwn && chosen === 'embedded' && hasSecrets && <RemoveSecrets />}
              />
              <CertificateFacts certificate={settings.certificate} />
            </Stack>
          )
        }}
      </Loaded>
    </Section>
  )
}
