import { Alert, Checkbox, Collapse, Group, Radio, SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core'
import { toDollars } from '@vialdesk/contract/base/primitives'
import { HARVEST_FEE_CENTS } from '@vialdesk/contract/money/checkout'
import { patientProductIds } from '@vialdesk/contract/money/products'
import { EmailField } from '#web/entities/user/email-field.tsx'
import classes from '#web/features/checkout/checkout.module.css'
import type { SectionProps } from '#web/features/checkout/form/use-checkout-form.ts'
import { today } from '#web/lib/format/dates.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { usePatientChoices } from './use-patient-choices.ts'

/** Who pays, and the emails that get the receipt. A patient pays for itself. */
export function CenterSection({ form, data: { kind, me } }: SectionProps) {
  const isOwn = kind === 'patient_vials'
  const company = isOwn ? me.hc_desc?.[0]?.company : me.company
  return (
    <section className={classes.part}>
      <Title order={2}>{isOwn ? 'Receipt' : kind === 'harvest_fee' ? 'Referral center' : 'Harvest center'}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {(company || !isOwn) && <TextInput label="Harvest center name" value={company ?? ''} readOnly variant="filled" />}
        {!isOwn && (
          <TextInput
            label="HC email"
            type="email"
            withAsterisk
            autoComplete="email"
            {...form.getInputProps('harvest_center_email')}
          />
        )}
        <TextInput
          label="Billing email"
          type="email"
          withAsterisk
          autoComplete="billing email"
          description={isOwn ? 'The receipt goes to this address.' : 'The receipt goes to both addresses.'}
          {...form.getInputProps('harvest_center_billing_email')}
        />
        {!isOwn && <TextInput label="HC phone" type="tel" autoComplete="tel" {...form.getInputProps('harvest_center_phone')} />}
      </SimpleGrid>
    </section>
  )
}

interface FeeChoiceProps extends Pick<SectionProps, 'form'> {
  label: string
  dollars: number
  field: 'harvest_fee' | 'shipping_fee'
}

/** Choice to pay a fee here. */
const FeeChoice = ({ form, label, dollars, field }: FeeChoiceProps) => (
  <Radio.Group label={label} description={`Yes adds ${formatMoney(dollars)}`} {...form.getInputProps(field)}>
    <Group gap="xl" mt="xs">
      <Radio value="yes" label="Yes" />
      <Radio value="no" label="No" />
    </Group>
  </Radio.Group>
)

/** Of a referral center: the harvest center that harvests, and whether its fee is paid here. */
export function ReferralSection({ form, data: { centers } }: SectionProps) {
  return (
    <section className={classes.part}>
      <Title order={2}>Harvest</Title>
      {centers.length === 0 && (
        <Alert role="note" color="yellow">
          No harvest center works with you yet. Please contact your admin.
        </Alert>
      )}
      <ChoiceSelect
        label="Harvest center"
        placeholder="Choose a harvest center"
        choices={centers.map(({ id, company }) => ({ id, name: company }))}
        state="loaded"
        required
        {...form.getInputProps('harvest_center_temporal_id')}
      />
      <FeeChoice form={form} label="Harvest Fee" dollars={toDollars(HARVEST_FEE_CENTS)} field="harvest_fee" />
    </section>
  )
}

/** A pre-order has no shipping date. */
export function QuantitySection({ form, data: { product } }: SectionProps) {
  return (
    <section className={classes.part}>
      <Title order={2}>Order</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <WholeNumberInput label="Quantity" withAsterisk min={1} max={1000} {...form.getInputProps('product_quantity')} />
        {product.has_shipping && (
          <DayInput label="Shipping Date" required minDate={today()} {...form.getInputProps('shipping_date')} />
        )}
      </SimpleGrid>
    </section>
  )
}

export const ShippingFee = ({ form, data: { product } }: SectionProps) => (
  <section className={classes.part} aria-label="Shipping Fee">
    <FeeChoice form={form} label="Shipping Fee" dollars={(product.prices[0] ?? product).shipping_fee} field="shipping_fee" />
  </section>
)

/** The patient that the order is for. Supplies need none. */
export function PatientSelectSection({ form, data }: SectionProps) {
  const isNeeded = patientProductIds.includes(data.product.id)
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

function NewPatient({ form }: Pick<SectionProps, 'form'>) {
  return (
    <Stack gap="md">
      {/* Nothing here is the visitor's own: the browser must not fill in the front desk's name. */}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Patient first name" withAsterisk autoComplete="off" {...form.getInputProps('first_name')} />
        <TextInput label="Patient last name" withAsterisk autoComplete="off" {...form.getInputProps('last_name')} />
        <EmailField
          label="Patient email"
          autoComplete="off"
          isAsked={form.values.create_patient}
          {...form.getInputProps('email')}
        />
        <TextInput label="Patient phone" type="tel" withAsterisk autoComplete="off" {...form.getInputProps('phone_number')} />
      </SimpleGrid>
      <Checkbox
        label="Required Signature"
        description="After payment, the patient gets an email to sign the documents. Without it, you request them later."
        {...form.getInputProps('required_signature', { type: 'checkbox' })}
      />
    </Stack>
  )
}

/** No fee is paid without saying for whom: an existing patient, or later on purpose. */
function KnownPatient({ form }: Pick<SectionProps, 'form'>) {
  const { onChange: choose, ...patient } = form.getInputProps('patient_id')
  const { onChange: toggle, ...later } = form.getInputProps('assign_later', { type: 'checkbox' })
  return (
    <Stack gap="md">
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
    </Stack>
  )
}

/** The patient of the fee: a new account, which is created with the payment, or an existing patient. */
export function FeePatientSection({ form }: SectionProps) {
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
