import { SimpleGrid, Title } from '@mantine/core'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutProduct } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { today } from '#web/lib/format/dates.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

/** A pre-order has no shipping date. */
export function QuantitySection({ form, product }: { form: CheckoutFormState; product: CheckoutProduct }) {
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
