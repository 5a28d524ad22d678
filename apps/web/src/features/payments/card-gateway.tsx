import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PaymentSettings, PaymentSettingsEdit } from '@vialdesk/contract/money/payments'
import { ProviderForm, type ProviderOption } from '#web/entities/provider/provider-form.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'

const LEAD = 'Where the cards of your centers and patients are charged. Payments that began elsewhere stay there.'

/** The names of the keys are those of Authorize.Net's pages. */
const authorizenet: ProviderOption = {
  ...{ value: 'authorizenet', label: 'Authorize.Net', description: 'Charged with your own account at Authorize.Net.' },
  account: {
    fields: [
      {
        ...{ name: 'environment', label: 'Environment', description: 'Each account belongs to one of the two.' },
        kind: [
          { value: 'sandbox', label: 'Sandbox (for tests, nobody is charged)' },
          { value: 'production', label: 'Production (cards are charged)' },
        ],
      },
      {
        ...{ name: 'api_login_id', label: 'API login ID' },
        description: 'From Authorize.Net: Account, Settings, API Credentials & Keys.',
      },
      {
        ...{ name: 'transaction_key', label: 'Transaction key', kind: 'secret' },
        description: 'From the same page. It is never shown again.',
      },
    ],
    others: [
      {
        ...{ name: 'client_key', label: 'Public client key' },
        description: 'From Authorize.Net: Account, Settings, Manage Public Client Key. Browsers use it to send cards.',
      },
    ],
    webhook: {
      hint: 'Enter it at Authorize.Net: Account, Settings, Webhooks. Choose all payment events.',
      secret: {
        ...{ name: 'signature_key', label: 'Signature key', kind: 'secret' },
        description: 'From Authorize.Net: Account, Settings, API Credentials & Keys.',
      },
      warning: 'Without the webhook, payments that Authorize.Net reviews are confirmed later.',
    },
  },
}

const withoutGateway = (simulates: boolean): ProviderOption =>
  simulates
    ? { value: 'embedded', label: 'Simulator', description: 'For tests. It takes test cards only and charges nobody.' }
    : { value: 'embedded', label: 'None', description: 'Nobody can pay by card.' }

/** What happens to cards with the saved settings. */
function PresentState({ gateway, environment, simulates }: PaymentSettings) {
  if (gateway !== 'embedded' && environment === 'production') return null
  if (gateway !== 'embedded') return <Alert color="yellow">The sandbox is in use. Nobody is charged.</Alert>
  return (
    <Alert color="yellow">
      {simulates ? 'Payments are simulated. Nobody is charged.' : 'Card payments are not set up yet. Nobody can pay by card.'}
    </Alert>
  )
}

/** How the cards of the domain are charged. A part of a screen. */
export function CardGateway() {
  const query = useQuery(apiQuery('GET /domain/payment-settings/'))
  return (
    <Section title="Card gateway" lead={LEAD}>
      <Loaded query={query} loading="Loading the payment settings…">
        {(settings) => (
          <Stack gap="lg" maw="40rem">
            <PresentState {...settings} />
            <ProviderForm
              label="Card gateway"
              choice={{ name: 'gateway', label: 'Card gateway' }}
              options={[withoutGateway(settings.simulates), authorizenet]}
              settings={settings}
              schema={PaymentSettingsEdit}
              path="/domain/payment-settings/"
            />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

export const PaymentSettingsScreen = () => (
  <Screen title="Payment Settings" narrow>
    <CardGateway />
  </Screen>
)
