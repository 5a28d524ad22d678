import { Alert, Group, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PaymentSettings } from '@vialdesk/contract/payments'
import { apiQuery } from '#web/lib/api/api.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SavedNotice } from '#web/ui/forms/saved-notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AuthorizenetFields } from './authorizenet-fields.tsx'
import { usePaymentSettingsForm } from './use-payment-settings-form.ts'

const LEAD = 'Where the cards of your centers and patients are charged. Payments that began elsewhere stay there.'

/** What happens to cards with the saved settings. */
function PresentState({ gateway, environment, simulates }: PaymentSettings) {
  if (gateway === 'authorizenet' && environment === 'production') return null
  if (gateway === 'authorizenet') return <Alert color="yellow">The sandbox is in use. Nobody is charged.</Alert>
  return (
    <Alert color="yellow">
      {simulates ? 'Payments are simulated. Nobody is charged.' : 'Card payments are not set up yet. Nobody can pay by card.'}
    </Alert>
  )
}

const withoutGateway = (simulates: boolean) =>
  simulates
    ? { label: 'Simulator', description: 'For tests. It takes test cards only and charges nobody.' }
    : { label: 'None', description: 'Nobody can pay by card.' }

function SettingsForm({ settings }: { settings: PaymentSettings }) {
  const form = usePaymentSettingsForm(settings)
  return (
    <Form {...form.formProps} label="Card gateway">
      <Radio.Group label="Card gateway" {...form.getInputProps('gateway')}>
        <Stack gap="sm" mt="xs">
          <Radio value="embedded" {...withoutGateway(settings.simulates)} />
          <Radio value="authorizenet" label="Authorize.Net" description="Charged with your own account at Authorize.Net." />
        </Stack>
      </Radio.Group>
      {form.getValues().gateway === 'authorizenet' && <AuthorizenetFields form={form} settings={settings} />}
      <SavedNotice message={form.saved} />
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
      </Group>
    </Form>
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
            <SettingsForm settings={settings} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
