import type { CommissionKind, CommissionRate } from '@vialdesk/contract/money/commissions'
import { formatMonth, today } from '#web/lib/format/dates.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'

/** The memberships that earn commissions. Kept here so that no schema is shipped with the page. */
export const earners = [
  { membership: 3, one: 'Sales rep', all: 'All sales reps', many: 'Sales reps' },
  { membership: 6, one: 'Sales manager', all: 'All sales managers', many: 'Sales managers' },
  { membership: 8, one: 'Sales distributor', all: 'All sales distributors', many: 'Sales distributors' },
] as const

export const earnerOf = (membership: number) => earners.find((each) => each.membership === membership) ?? earners[0]

export const kindNames: Record<CommissionKind, string> = { accrual: 'Sale', reversal: 'Reversal', adjustment: 'Adjustment' }

export const rateText = ({ percent, flat }: Pick<CommissionRate, 'percent' | 'flat'>) =>
  percent === null ? `${formatMoney(flat ?? 0)} a sale` : `${percent}%`

/** `Mar 2026` of `2026-03`. */
export const monthText = (month: string) => formatMonth(`${month}-01`)

export const personText = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

export const statementsText = (count: number) => (count === 1 ? '1 statement' : `${count} statements`)

/** This month and the months before it, `YYYY-MM`, newest first. */
export function lastMonths(count: number, day = today()): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7))
}
