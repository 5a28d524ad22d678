import { showMoney } from '#web/lib/money.ts'

/** Dollars as people write them, in figures of equal width. */
export function Money({ dollars }: { dollars: number | null | undefined }) {
  if (dollars === null || dollars === undefined) return <span>—</span>
  return <span className="figures">{showMoney(dollars)}</span>
}
