import { Group, Radio } from '@mantine/core'
import classes from '#web/features/checkout/checkout.module.css'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { priceOf } from './price.ts'
import type { FeeData } from './use-fee-data.ts'
import type { FeeFormState } from './use-fee-form.ts'

/** Choice to include the shipping fee. */
export function ShippingFee({ form, product }: { form: FeeFormState; product: FeeData['product'] }) {
  const fee = priceOf(product, 'yes').shipping
  return (
    <section className={classes.part} aria-label="Shipping Fee">
      <Radio.Group label="Shipping Fee" description={`Yes adds ${formatMoney(fee)}`} {...form.getInputProps('shipping_fee')}>
        <Group gap="xl" mt="xs">
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
    </section>
  )
}
