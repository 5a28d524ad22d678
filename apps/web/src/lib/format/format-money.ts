/** Amounts arrive as dollars with at most two decimals. They are formatted here and never computed with. */
const withCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** `$2,500.00` */
export const formatMoney = (dollars: number) => withCents.format(dollars)

/** `$2.5K`, for chart axes. */
export const formatMoneyShort = (dollars: number) => short.format(dollars)
