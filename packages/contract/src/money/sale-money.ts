/** Sums of the money of a sale. Amounts are in dollars. Without schemas: screens show them. */
import { toCents, toDollars } from '../base/primitives.ts'

interface Money {
  charged_amount: number
  refunded_amount: number
  net_amount: number
}

export const sumOf = (...dollars: number[]) => toDollars(dollars.reduce((cents, each) => cents + toCents(each), 0))
/** What was paid, less what was given back. */
export const paidOf = ({ charged_amount, refunded_amount }: Omit<Money, 'net_amount'>) => sumOf(charged_amount, -refunded_amount)
/** The corrections that count: without those that a refund has settled. */
export const correctionOf = (sale: Money) => sumOf(sale.net_amount, sale.refunded_amount, -sale.charged_amount)
