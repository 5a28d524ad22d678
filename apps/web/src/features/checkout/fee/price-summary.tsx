import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#web/features/checkout/checkout.module.css'
import { Money } from '#web/ui/text/money.tsx'
import type { Price } from './price.ts'

interface Props {
  product: string
  price: Price
  /** The submit button. */
  children: ReactNode
}

/** Always visible: next to the form, or below it on a phone. */
export function PriceSummary({ product, price, children }: Props) {
  const lines = [
    { label: 'Price', dollars: price.price },
    { label: 'Shipping Fee', dollars: price.shipping },
    { label: 'Discount', dollars: price.discount },
  ]
  return (
    <aside className={classes.summary} aria-label="Summary">
      <div className={classes.lines}>
        <Title order={2}>Summary</Title>
        <Text c="dimmed">{product}</Text>
        <dl className={classes.amounts}>
          {lines.map(({ label, dollars }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money dollars={dollars} />
              </dd>
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
