import type { PatientCheckout } from '@vialdesk/contract/money/checkout'
import { useMemo } from 'react'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { checkoutSchema, initialValuesOf } from './checkout-form.ts'
import type { CheckoutData } from './use-checkout-data.ts'

export interface CheckoutProps {
  data: CheckoutData
  newPatient: boolean
  /** An invoice opened to check its payment status. */
  invoiceToCheck: string | undefined
}

/** `pay` does not throw: the payment dialogs show refusals. */
export function useCheckoutForm({ data, newPatient }: CheckoutProps, pay: (input: PatientCheckout) => Promise<unknown>) {
  const { kind, product } = data
  const schema = useMemo(() => checkoutSchema(kind, product), [kind, product])
  return useContractForm(schema, { initialValues: initialValuesOf(data, newPatient), send: pay })
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>

/** What each section of the form gets. */
export interface SectionProps {
  form: CheckoutFormState
  data: CheckoutData
}
