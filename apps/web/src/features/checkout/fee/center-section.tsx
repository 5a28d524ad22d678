import { SimpleGrid, TextInput, Title } from '@mantine/core'
import classes from '#web/features/checkout/checkout.module.css'
import type { FeeFormState } from './use-fee-form.ts'

/** The paying center and the emails that get the receipt. */
export function CenterSection({ form, company }: { form: FeeFormState; company: string }) {
  return (
    <section className={classes.part}>
      <Title order={2}>Harvest center</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Harvest center name" value={company} readOnly variant="filled" />
        <TextInput
          label="HC email"
          type="email"
          withAsterisk
          autoComplete="email"
          {...form.getInputProps('harvest_center_email')}
        />
        <TextInput
          label="Billing email"
          type="email"
          withAsterisk
          autoComplete="billing email"
          description="The receipt goes to both addresses."
          {...form.getInputProps('harvest_center_billing_email')}
        />
        <TextInput label="HC phone" type="tel" autoComplete="tel" {...form.getInputProps('harvest_center_phone')} />
      </SimpleGrid>
    </section>
  )
}
