import { useMutation } from '@tanstack/react-query'
import type { DomainSettings } from '@vialdesk/contract/business/branding'
import { apiMutation } from '#web/lib/api/api.ts'
import { saveConfig } from '#web/lib/browser/portal-update.ts'
import { reloadWithMessage } from '#web/lib/browser/reload-with-message.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { editOf, initialValuesOf, type SettingsValues, settingsFormOf } from './settings-values.ts'

/** A successful update reloads the page, which then shows the success message. */
export function useSettingsForm(settings: DomainSettings) {
  const change = useMutation(apiMutation('PATCH /domain/config/{id}/', { asForm: true, handlesErrors: true, keepsScreen: true }))
  return useClosingForm<ReturnType<typeof settingsFormOf>, SettingsValues>(settingsFormOf(settings), {
    initialValues: initialValuesOf(settings),
    async save(values) {
      const { message, ...changed } = await change.mutateAsync({
        params: { id: settings.domain.id },
        body: editOf(settings, values),
      })
      // Otherwise the reloaded page would find an older configuration and reload once more.
      saveConfig(changed)
      reloadWithMessage(message)
      return undefined
    },
  })
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>
