import { Title } from '@mantine/core'
import { patientProductIds } from '@vialdesk/contract/products'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutProduct } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { usePatientChoices } from './use-patient-choices.ts'

/** The patient that the order is for. Supplies need none. */
export function PatientSelectSection({ form, product }: { form: CheckoutFormState; product: CheckoutProduct }) {
  const isNeeded = patientProductIds.includes(product.id)
  return (
    <section className={classes.part}>
      <Title order={2}>Patient</Title>
      <ChoiceSelect
        label="Patient"
        placeholder="Choose a patient"
        description={isNeeded ? '' : 'Optional. Choose a patient if the order is for one.'}
        required={isNeeded}
        {...usePatientChoices()}
        {...form.getInputProps('patient_id')}
        value={form.values.patient_id}
      />
    </section>
  )
}
