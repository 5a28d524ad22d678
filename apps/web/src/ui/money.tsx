import { showMoney } from '#web/lib/money.ts'

/** An amount in dollars, with digits of equal width. */
export function Money({ dollars }: { dollars: number | null | undefined }) {
  if (dollars === null || dollars === undefined) return <span>—</span>
  return <span className="figures">{showMoney(dollars)}</span>
}
