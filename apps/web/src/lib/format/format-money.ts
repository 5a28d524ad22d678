/** Amounts arrive as dollars with at most two decimals. They are formatted here and never computed with. */
const dollars = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options })

let withCents: Intl.NumberFormat | undefined
let short: Intl.NumberFormat | undefined

/** `$2,500.00` */
export function formatMoney(amount: number): string {
  withCents ??= dollars({})
  return withCents.format(amount)
}

/** `$2.5K`, for chart axes. */
export function formatMoneyShort(amount: number): string {
  short ??= dollars({ notation: 'compact', maximumFractionDigits: 1 })
  return short.format(amount)
}
