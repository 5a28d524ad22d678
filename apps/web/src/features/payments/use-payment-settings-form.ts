import { type PaymentSettings, PaymentSettingsEdit } from '@vialdesk/contract/payments'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'

/** A blank secret key stays as it is, because the stored one is never shown. */
const entered = ({ transaction_key, signature_key, ...rest }: PaymentSettingsEdit): PaymentSettingsEdit => ({
  ...rest,
  ...(transaction_key && { transaction_key }),
  ...(signature_key && { signature_key }),
})

export function usePaymentSettingsForm({ gateway, environment, api_login_id, client_key }: PaymentSettings) {
  const change = useFormCall('PATCH /domain/payment-settings/')
  const form = useClosingForm(PaymentSettingsEdit, {
    initialValues: { gateway, environment, api_login_id, client_key, transaction_key: '', signature_key: '' },
    async save(input) {
      const { message } = await change({ body: entered(input) })
      form.setValues({ transaction_key: '', signature_key: '' })
      return message
    },
  })
  return form
}

export type PaymentSettingsForm = ReturnType<typeof usePaymentSettingsForm>
