/** Named periods. Both ends are included, as `YYYY-MM-DD` in the domain's time zone. */
import { addDays, formatDay, today } from './dates.ts'

export interface Period {
  date_after?: string | undefined
  date_before?: string | undefined
}

export interface NamedPeriod {
  name: string
  period: Period
}

export function namedPeriods(now: string = today()): NamedPeriod[] {
  const monthStart = `${now.slice(0, 7)}-01`
  const lastMonthEnd = addDays(monthStart, -1)
  const until = (from: string): Period => ({ date_after: from, date_before: now })
  return [
    { name: 'Today', period: until(now) },
    { name: 'Last 7 days', period: until(addDays(now, -6)) },
    { name: 'Last 30 days', period: until(addDays(now, -29)) },
    { name: 'Last 90 days', period: until(addDays(now, -89)) },
    { name: 'Month to date', period: until(monthStart) },
    { name: 'Last month', period: { date_after: `${lastMonthEnd.slice(0, 7)}-01`, date_before: lastMonthEnd } },
    { name: 'Year to date', period: until(`${now.slice(0, 4)}-01-01`) },
  ]
}

/** The chip text of a period: its name, or its days. Undefined without a period. */
export function periodText({ date_after, date_before }: Period, now: string = today()): string | undefined {
  if (!date_after && !date_before) return undefined
  const named = namedPeriods(now).find(({ period }) => period.date_after === date_after && period.date_before === date_before)
  if (named) return named.name
  if (!date_before) return `From ${formatDay(date_after ?? '')}`
  return date_after ? `${formatDay(date_after)} – ${formatDay(date_before)}` : `Until ${formatDay(date_before)}`
}
