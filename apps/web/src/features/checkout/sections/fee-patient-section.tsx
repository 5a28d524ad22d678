import { Checkbox, Collapse, Loader, SimpleGrid, Switch, TextInput, Title } from '@mantine/core'
import { patientProductIds } from '@vialdesk/contract/products'
import { EMAIL_TAKEN, useEmailTaken } from '#web/entities/user/use-email-taken.ts'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import type { CheckoutProduct } from '../form/use-checkout-data.ts'
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
      />
    </section>
  )
}

interface Props {
  form: CheckoutFormState
}

function NewPatient({ form }: Props) {
  const { taken, looking } = useEmailTaken(form.values.email, form.values.create_patient)
  const emailProps = form.getInputProps('email')
  return (
    <div className={classes.fields}>
      {/* Nothing here is the visitor's own: the browser must not fill in the front desk's name. */}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Patient first name" withAsterisk autoComplete="off" {...form.getInputProps('first_name')} />
        <TextInput label="Patient last name" withAsterisk autoComplete="off" {...form.getInputProps('last_name')} />
        <TextInput
          label="Patient email"
          type="email"
          withAsterisk
          autoComplete="off"
          rightSection={looking ? <Loader size={16} role="status" aria-label="Checking this email" /> : null}
          {...emailProps}
          error={emailProps.error ?? (taken ? EMAIL_TAKEN : undefined)}
        />
        <TextInput label="Patient phone" type="tel" withAsterisk autoComplete="off" {...form.getInputProps('phone_number')} />
      </SimpleGrid>
      <Checkbox
        label="Required Signature"
        description="After payment, the patient gets an email to sign the documents. Without it, you request them later."
        {...form.getInputProps('required_signature', { type: 'checkbox' })}
      />
    </div>
  )
}

/** No fee is paid without saying for whom: an existing patient, or later on purpose. */
function KnownPatient({ form }: Props) {
  const { onChange: choose, ...patient } = form.getInputProps('patient_id')
  const { onChange: toggle, ...later } = form.getInputProps('assign_later', { type: 'checkbox' })
  return (
    <div className={classes.fields}>
      <ChoiceSelect
        label="Patient"
        placeholder="Choose an existing patient"
        {...usePatientChoices()}
        {...patient}
        value={form.values.patient_id}
        onChange={(id) => {
          choose(id)
          if (id !== null) form.setFieldValue('assign_later', false)
        }}
      />
      <Checkbox
        label="Assign the patient later"
        description="You name the patient on the receipt, before you request a label."
        {...later}
        onChange={(event) => {
          toggle(event)
          form.setFieldValue('patient_id', null)
          form.clearFieldError('patient_id')
        }}
      />
    </div>
  )
}

/** The patient of the fee: a new account, which is created with the payment, or an existing patient. */
export function FeePatientSection({ form }: Props) {
  const { create_patient } = form.values
  return (
    <section className={classes.part}>
      <Title order={2}>Patient</Title>
      <Switch
        size="md"
        label="Create Patient Account"
        description="After payment, the patient gets an email with a link to set a password."
        {...form.getInputProps('create_patient', { type: 'checkbox' })}
      />
      <Collapse expanded={create_patient}>
        <NewPatient form={form} />
      </Collapse>
      <Collapse expanded={!create_patient}>
        <KnownPatient form={form} />
      </Collapse>
    </section>
  )
}
