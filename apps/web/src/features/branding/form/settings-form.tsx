import { Stack, Textarea, TextInput } from '@mantine/core'
import type { DomainSettings } from '@vialdesk/contract/business/branding'
import { useMemo } from 'react'
import { draftOf } from '#web/features/branding/preview/draft.ts'
import { PreviewPanel, type PreviewViews } from '#web/features/branding/preview/preview-panel.tsx'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AdminPasswordFields, SessionFields } from './access-fields.tsx'
import classes from './form.module.css'
import { IdentityFields, LookFields } from './look-fields.tsx'
import { LabelRuleField, ReleaseRuleFields } from './release-rule-fields.tsx'
import type { ImageValue, SettingsValues } from './settings-values.ts'
import { type SettingsFormState, useSettingsForm } from './use-settings-form.ts'

/** The addresses of mails, and what receipts and the footer show. */
function ContactFields({ form }: { form: SettingsFormState }) {
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

/** Milliseconds without typing before the preview changes. */
const PREVIEW_DELAY_MS = 150

const useImageUrl = (value: ImageValue, stored: string | null): string | null => {
  const chosen = useObjectUrl(value instanceof File ? value : undefined)
  return value === 'remove' ? null : (chosen ?? stored)
}

/** The brand that the form would save. */
function useDraft(settings: DomainSettings, values: SettingsValues) {
  const shown = useValueAfterPause(values, PREVIEW_DELAY_MS)
  const logo = useImageUrl(shown.logo, settings.logo)
  const loginImage = useImageUrl(shown.login_image, settings.brand.login_image)
  return useMemo(() => draftOf(settings, shown, { logo, loginImage }), [settings, shown, logo, loginImage])
}

interface Props {
  settings: DomainSettings
  views: PreviewViews
}

/** The brand and the rules of the domain, next to a live preview. */
export function SettingsForm({ settings, views }: Props) {
  const form = useSettingsForm(settings)
  const draft = useDraft(settings, form.getValues())
  return (
    <Form {...form.formProps} label="Domain information">
      <div className={classes.layout}>
        <div className={classes.look}>
          <IdentityFields form={form} settings={settings} />
          <LookFields form={form} settings={settings} />
        </div>
        <div className={classes.preview}>
          <PreviewPanel draft={draft} views={views} />
        </div>
        <div className={classes.rest}>
          <ContactFields form={form} />
          <SessionFields form={form} settings={settings} />
          <ReleaseRuleFields form={form} />
          <LabelRuleField form={form} />
          <AdminPasswordFields form={form} settings={settings} />
          <Stack gap="xs" align="flex-start" className={classes.actions}>
            <SubmitButton busy={form.busy}>Update Domain Information</SubmitButton>
          </Stack>
        </div>
      </div>
    </Form>
  )
}
