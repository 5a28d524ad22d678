import { Group, Radio } from '@mantine/core'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutProduct } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'

/** Choice to include the shipping fee. */
export function ShippingFee({ form, product }: { form: CheckoutFormState; product: CheckoutProduct }) {
  const { shipping_fee } = product.prices[0] ?? product
  return (
    <section className={classes.part} aria-label="Shipping Fee">
      <Radio.Group
        label="Shipping Fee"
        description={`Yes adds ${formatMoney(shipping_fee)}`}
        {...form.getInputProps('shipping_fee')}
      >
        <Group gap="xl" mt="xs">
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
    </section>
  )
}
