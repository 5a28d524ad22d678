import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { type CheckoutKind, isFee } from '#web/features/checkout/form/checkout-kinds.ts'
import type { Price } from '#web/features/checkout/form/price.ts'
import { Money } from '#web/ui/text/money.tsx'

interface Props {
  kind: CheckoutKind
  product: { name: string; has_shipping: boolean }
  price: Price
  /** The submit button. */
  children: ReactNode
}

function linesOf({ kind, product, price }: Omit<Props, 'children'>): { label: string; value: ReactNode }[] {
  const lines = [
    { label: 'Price', value: <Money dollars={price.price} /> },
    !isFee(kind) && { label: 'Quantity', value: price.quantity },
    kind === 'harvest_fee' && { label: 'Harvest Fee', value: <Money dollars={price.harvestFee} /> },
    product.has_shipping && { label: 'Shipping Fee', value: <Money dollars={price.shipping} /> },
    { label: 'Discount', value: <Money dollars={price.discount && -price.discount} /> },
  ]
  return lines.filter((line) => line !== false)
}

/** Always visible: next to the form, or below it on a phone. */
export function PriceSummary({ kind, product, price, children }: Props) {
  return (
    <aside className={classes.summary} aria-label="Summary">
      <div className={classes.lines}>
        <Title order={2}>Summary</Title>
        <Text c="dimmed">{product.name}</Text>
        <dl className={classes.amounts}>
          {linesOf({ kind, product, price }).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes.buy}>
        <dl className={classes.total} aria-live="polite">
          <div>
            <dt>Total</dt>
            <dd>
              <Money dollars={price.total} />
            </dd>
          </div>
        </dl>
        {children}
      </div>
    </aside>
  )
}
