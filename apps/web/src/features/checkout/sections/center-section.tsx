import { SimpleGrid, TextInput, Title } from '@mantine/core'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'

interface Props {
  form: CheckoutFormState
  data: CheckoutData
}

function BillingEmail({ form, description }: { form: CheckoutFormState; description: string }) {
  return (
    <TextInput
      label="Billing email"
      type="email"
      withAsterisk
      autoComplete="billing email"
      description={description}
      {...form.getInputProps('harvest_center_billing_email')}
    />
  )
}

/** The paying center and the emails that get the receipt. */
export function CenterSection({ form, data }: Props) {
  return (
    <section className={classes.part}>
      <Title order={2}>{data.kind === 'harvest_fee' ? 'Referral center' : 'Harvest center'}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Harvest center name" value={data.me.company ?? ''} readOnly variant="filled" />
        <TextInput
          label="HC email"
          type="email"
          withAsterisk
          autoComplete="email"
          {...form.getInputProps('harvest_center_email')}
        />
        <BillingEmail form={form} description="The receipt goes to both addresses." />
        <TextInput label="HC phone" type="tel" autoComplete="tel" {...form.getInputProps('harvest_center_phone')} />
      </SimpleGrid>
    </section>
  )
}

/** The center of a patient, and the email that gets the receipt. */
export function OwnCenterSection({ form, data }: Props) {
  const center = data.me.hc_desc?.[0]?.company
  return (
    <section className={classes.part}>
      <Title order={2}>Receipt</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {center && <TextInput label="Harvest center name" value={center} readOnly variant="filled" />}
        <BillingEmail form={form} description="The receipt goes to this address." />
      </SimpleGrid>
    </section>
  )
}
