/** Periods and names of the leaderboard. */
import type { LeaderboardFilter } from '@vialdesk/contract/money/commissions'

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The first and last day of the period with this month (`YYYY-MM`), and the first day of its last month. */
export function periodOf(period: LeaderboardFilter['period'], month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const length = MONTHS[period]
  const first = Math.floor((number - 1) / length) * length
  return {
    from: dayOf(new Date(Date.UTC(year, first, 1))),
    to: dayOf(new Date(Date.UTC(year, first + length, 0))),
    lastMonth: dayOf(new Date(Date.UTC(year, first + length - 1, 1))),
  }
}

/** `A. L.` of Ada Lovelace. */
export const initialsOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  [first_name, last_name]
    .map((name) => Array.from(name.trim())[0])
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')
