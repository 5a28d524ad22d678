import { type SigningSettings, SigningSettingsEdit } from '@vialdesk/contract/signing'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'

/** A blank secret stays as it is, because the stored one is never shown. */
const entered = ({ api_key, webhook_secret, ...rest }: SigningSettingsEdit): SigningSettingsEdit => ({
  ...rest,
  ...(api_key && { api_key }),
  ...(webhook_secret && { webhook_secret }),
})

export function useSettingsForm({ provider, region }: SigningSettings) {
  const change = useFormCall('PATCH /domain/signing-settings/')
  const form = useClosingForm(SigningSettingsEdit, {
    initialValues: { provider, region, api_key: '', webhook_secret: '' },
    async save(input) {
      const { message } = await change({ body: entered(input) })
      form.setValues({ api_key: '', webhook_secret: '' })
      return message
    },
  })
  return form
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
