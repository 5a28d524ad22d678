/** The lines of a receipt: what was sold, its corrections, and what was given back. They add up to `net_amount`. */
import { toCents, toDollars } from '../base/primitives.ts'
import type { Transaction } from './sale.ts'
import { sumOf } from './sale-money.ts'

/** `amount` is in dollars, negative for what lowers the total. */
export type SaleLine = { amount: number } & (
  | { kind: 'product'; label: string; quantity: number; price: number }
  | { kind: 'extra'; label: string }
  /** `changes`: what else was corrected, such as `Quantity 1 → 5`. */
  | { kind: 'correction'; date: string; note: string; changes: string[] }
  | { kind: 'refund'; date: string }
  | { kind: 'void'; date: string }
)

type Sale = Pick<
  Transaction,
  | 'charged_product'
  | 'charged_quantity'
  | 'price'
  | 'shipping_fee'
  | 'harvest_fee'
  | 'coupon_code_used'
  | 'coupon_code_amount'
  | 'amount'
  | 'charged_amount'
  | 'refunded_amount'
  | 'net_amount'
  | 'transaction_history'
  | 'given_back'
>

const corrected = { product: 'Product', quantity: 'Quantity' } as const

/** The edits of product, quantity or amount, oldest first. Others change nothing on a receipt. */
function correctionsOf({ transaction_history }: Sale): SaleLine[] {
  const lines = transaction_history.map(({ correction: amount, date, note, before, after }): SaleLine & { changes: string[] } => {
    const keys = Object.keys(corrected) as (keyof typeof corrected)[]
    const changes = keys.filter((key) => key in after).map((key) => `${corrected[key]} ${before[key]} → ${after[key]}`)
    return { kind: 'correction', date, note, changes, amount }
  })
  return lines.filter(({ amount, changes }) => amount !== 0 || changes.length > 0).reverse()
}

/** Lines of zero are left out, except the product and corrections. */
export function saleLines(sale: Sale): SaleLine[] {
  const { charged_product, charged_quantity, price, coupon_code_used, given_back } = sale
  const extras = [
    { label: 'Shipping Fee', amount: sale.shipping_fee },
    { label: 'Harvest Fee', amount: sale.harvest_fee },
    { label: coupon_code_used ? `Discount (${coupon_code_used})` : 'Discount', amount: -sale.coupon_code_amount },
  ]
  const settled = {
    label: 'Correction settled by the refund',
    amount: sumOf(sale.net_amount, sale.refunded_amount, -sale.amount),
  }
  const extra = (lines: typeof extras): SaleLine[] =>
    lines.filter(({ amount }) => amount !== 0).map((line) => ({ kind: 'extra', ...line }))
  return [
    {
      kind: 'product',
      label: charged_product,
      quantity: charged_quantity,
      price,
      amount: toDollars(toCents(price) * charged_quantity),
    },
    ...extra(extras),
    ...correctionsOf(sale),
    ...given_back
      .filter(({ amount }) => amount !== 0)
      .map(({ kind, date, amount }): SaleLine => ({ kind, date, amount: -amount })),
    ...extra([settled]),
  ]
}
