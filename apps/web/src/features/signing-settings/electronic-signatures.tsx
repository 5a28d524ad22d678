import { Button, Group, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SigningSettings } from '@vialdesk/contract/signing'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SavedNotice } from '#web/ui/forms/saved-notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { BoldsignFields } from './boldsign-fields.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const LEAD = 'Who seals the documents of your patients and centers. Documents that are already sent stay with their provider.'

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

function SettingsForm({ settings }: { settings: SigningSettings }) {
  const form = useSettingsForm(settings)
  const { provider } = form.getValues()
  const hasSecrets = settings.has_api_key || settings.has_webhook_secret
  return (
    <Form {...form.formProps} label="Electronic signatures">
      <Radio.Group label="Signing provider" {...form.getInputProps('provider')}>
        <Stack gap="sm" mt="xs">
          <Radio value="embedded" label="This portal" description="Signed and sealed here. No other account is needed." />
          <Radio value="boldsign" label="BoldSign" description="Signed at BoldSign with your own account." />
        </Stack>
      </Radio.Group>
      {provider === 'boldsign' && <BoldsignFields form={form} settings={settings} />}
      <SavedNotice message={form.saved} />
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
        {settings.provider === 'embedded' && provider === 'embedded' && hasSecrets && <RemoveSecrets />}
      </Group>
    </Form>
  )
}

/** How the documents of the domain are signed. */
export function ElectronicSignatures() {
  const query = useQuery(apiQuery('GET /domain/signing-settings/'))
  return (
    <Section title="Electronic signatures" lead={LEAD}>
      <Loaded query={query} loading="Loading the signing settings…">
        {(settings) => (
          <Stack gap="lg" maw="40rem">
            <SettingsForm settings={settings} />
            <CertificateFacts certificate={settings.certificate} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
