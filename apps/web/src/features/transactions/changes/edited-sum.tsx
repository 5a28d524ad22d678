import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { priceCents } from '@vialdesk/contract/checkout'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import type { Transaction } from '@vialdesk/contract/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'

interface Edited {
  product_id: number
  /** Blank while it is typed. */
  quantity: number | string
  amount: number | string
}

/** The price of one piece: as sold, or as the other product costs now. Undefined while it loads. */
function usePrice(sale: Transaction, product_id: number): number | undefined {
  const isSold = product_id === sale.charged_product_id
  const { data } = useQuery({ ...apiQuery('GET /api/v1/products/{id}/', { params: { id: product_id } }), enabled: !isSold })
  return isSold ? sale.price : (data?.prices[0] ?? data)?.price
}

/** What the entered product and quantity cost, in dollars, with the fees and the discount of the sale. */
function sumOf(sale: Transaction, price: number, quantity: number) {
  const { discount, total } = priceCents({
    price: toCents(price),
    quantity,
    shipping: toCents(sale.shipping_fee),
    harvest_fee: toCents(sale.harvest_fee),
    discount: toCents(sale.coupon_code_amount),
  })
  const parts = [
    `${quantity} × ${formatMoney(price)}`,
    sale.shipping_fee > 0 && `shipping ${formatMoney(sale.shipping_fee)}`,
    sale.harvest_fee > 0 && `harvest fee ${formatMoney(sale.harvest_fee)}`,
  ].filter(Boolean)
  const less = discount > 0 ? ` − discount ${formatMoney(toDollars(discount))}` : ''
  return { text: `${parts.join(' + ')}${less} = ${formatMoney(toDollars(total))}`, total: toDollars(total) }
}

/** The total of the receipt with this amount, in dollars: what was given back first settles a correction that lowers the amount. */
function totalWith({ charged_amount, refunded_amount }: Transaction, dollars: number): number {
  const [amount, charged, refunded] = [toCents(dollars), toCents(charged_amount), toCents(refunded_amount)]
  if (refunded === charged) return 0
  return toDollars(amount > charged ? amount - refunded : Math.min(amount, charged - refunded))
}

interface Props {
  sale: Transaction
  values: Edited
  onUse: (amount: number) => void
}

/** Compares the entered amount with what the entered product and quantity cost, and says which correction the edit makes. */
export function EditedSum({ sale, values, onUse }: Props) {
  const price = usePrice(sale, values.product_id)
  const quantity = Number(values.quantity)
  if (price === undefined || quantity < 1 || values.amount === '') return null
  const { text, total } = sumOf(sale, price, quantity)
  const amount = Number(values.amount)
  const correction = toDollars(toCents(amount) - toCents(sale.amount))
  return (
    <Text size="sm" role="status" aria-label="Sum">
      {text}
      {toCents(amount) !== toCents(total) && (
        <>
          . <b>The amount differs from this sum by {formatMoney(toDollars(toCents(amount) - toCents(total)))}.</b>{' '}
          <Anchor component="button" type="button" inherit onClick={() => onUse(total)}>
            Use {formatMoney(total)}
          </Anchor>
        </>
      )}
      {correction !== 0 && (
        <Text span display="block" c="dimmed" inherit>
          The receipt gets a correction of {formatMoney(correction)}.
          {sale.refunded_amount > 0 &&
            ` With the ${formatMoney(sale.refunded_amount)} that were given back, its total is ${formatMoney(totalWith(sale, amount))}.`}
        </Text>
      )}
    </Text>
  )
}
