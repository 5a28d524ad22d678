import { Checkbox, Collapse, Loader, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { EMAIL_TAKEN, useEmailTaken } from '#web/entities/user/use-email-taken.ts'
import classes from '#web/features/checkout/checkout.module.css'
import type { FeeFormState } from './use-fee-form.ts'

/** The patient of the fee; the account is created with the payment. */
export function PatientSection({ form }: { form: FeeFormState }) {
  const { create_patient, email } = form.values
  const { taken, looking } = useEmailTaken(email, create_patient)
  const emailProps = form.getInputProps('email')
  return (
    <section className={classes.part} aria-label="Patient">
      <Switch
        size="md"
        label="Create Patient Account"
        description="After payment, the patient gets an email with a link to set a password."
        {...form.getInputProps('create_patient', { type: 'checkbox' })}
      />
      <Collapse expanded={create_patient}>
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
      </Collapse>
    </section>
  )
}
