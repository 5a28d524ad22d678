import { formatMoney } from '#web/lib/format/format-money.ts'

/** An amount in dollars, with digits of equal width. */
export function Money({ dollars }: { dollars: number | null | undefined }) {
  if (dollars === null || dollars === undefined) return <span>—</span>
  return <span className="figures">{formatMoney(dollars)}</span>
}
