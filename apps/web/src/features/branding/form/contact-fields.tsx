import { Stack, Textarea, TextInput } from '@mantine/core'
import { Section } from '#web/ui/layout/section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** The addresses of mails, and what receipts and the footer show. */
export function ContactFields({ form }: { form: SettingsFormState }) {
  return (
    <Section title="Mail and contact">
      <Stack gap="md">
        <TextInput
          label="Email Sender"
          description="Mails come from this address. Set up its records under Email Configuration."
          type="email"
          withAsterisk
          {...form.getInputProps('email_sender')}
        />
        <TextInput
          label="Email Notifications"
          description="Who hears about questions and orders: email addresses with commas. If empty, the sender email is used."
          inputMode="email"
          {...form.getInputProps('email_notifications')}
        />
        <TextInput label="Phone" description="On receipts and in the footer." type="tel" {...form.getInputProps('phone')} />
        <Textarea label="Address" description="On receipts." maxRows={5} {...form.getInputProps('address')} />
        <TextInput
          label="Privacy page"
          description="A link in the footer."
          type="url"
          placeholder="https://"
          {...form.getInputProps('privacy_url')}
        />
        <TextInput
          label="Terms page"
          description="A link in the footer."
          type="url"
          placeholder="https://"
          {...form.getInputProps('terms_url')}
        />
      </Stack>
    </Section>
  )
}
