/** Pages of rows by day, which the database counts in tallies by day and by month (decision 009). */
import type { Paging } from '@vialdesk/contract/base/primitives'
import type { Bind, Part } from './paging.ts'

const FIRST_DAY = `date '2000-01-01'`
/** The first day of a month as its day block. A month block is twelve times the year plus the month, January being 0. */
const dayOfMonth = (month: string) => `make_date((${month}) / 12, (${month}) % 12 + 1, 1) - ${FIRST_DAY}`

/** The tallies of a key with their running sum, the newest block first. */
const runningSum = (list: string, key: string, conditions = '', before = '') => `
      select block, n, ${before}sum(n::integer) over (order by block desc) as upto
      from tallies
      where domain_id = $1
        and list = '${list}'
        and key = ${key}
        and n > 0
        ${conditions}`

interface TalliedDays {
  /** The list of the tallies by day. */
  days: 'transactions' | 'orders' | 'sign_ups'
  /** The list of the same tallies by month. Without it, a period is given. */
  months?: 'transaction_months' | 'order_months'
  /** The key under which exactly these rows are tallied. */
  key: string
  after?: string | undefined
  before?: string | undefined
  /** The text after "from": a table `t`, its domain and its conditions apart from the day. */
  rows: Part
}

/** Rows by day and id, the newest first. Only the days of the page are read. */
export const pageByDayTallies =
  (list: TalliedDays, { limit, offset }: Paging): Part =>
  (bind) => {
    const [key, skip, take] = [bind(list.key), `${bind(offset)}::bigint`, `${bind(limit)}::bigint`]
    const isOfPage = `upto > ${skip} and upto - n < ${skip} + ${take}`
    const { days, months } = list
    const isOfPeriod = blocksOfDays(list.after, list.before, bind)
    const blocks =
      !months || list.after || list.before ? daysBetween(days, key, isOfPeriod) : daysOfMonths(days, months, key, isOfPage)
    return `
    with ${blocks},
    of_page as materialized (
      select block, upto - n as before
      from days
      where ${isOfPage})
    select
      coalesce((select n from total), 0) as count,
      array(
        select t.id
        from ${list.rows(bind)}
          and t.day = any(array(select ${FIRST_DAY} + block from of_page))
        order by t.day desc, t.id desc
        offset ${skip} - coalesce((select min(before) from of_page), 0)
        limit ${take}) as ids`
  }

/** Conditions on the blocks of tallies by day. */
export function blocksOfDays(after: string | undefined, before: string | undefined, bind: Bind): string {
  const first = after ? `and block >= ${bind(after)}::date - ${FIRST_DAY}` : ''
  const last = before ? `and block <= ${bind(before)}::date - ${FIRST_DAY}` : ''
  return `${first} ${last}`
}

const monthOf = (day: string) => `month_number(${day})`

/**
 * A period as `whole`, a condition on the blocks of tallies by month, and `edges`, the days of its first and last month that it has. Only
 * the rows of these days are counted one by one.
 */
export function monthsOfPeriod(after: string | undefined, before: string | undefined, bind: Bind) {
  if (!after && !before) return { whole: '', edges: undefined, days: '' }
  const [first, last] = [after && `${bind(after)}::date`, before && `${bind(before)}::date`]
  const daysOf = (from: string, to: string) => `select generate_series(${from}, ${to}, interval '1 day')::date`
  const edges = [
    first && daysOf(first, `least(${last ?? 'null'}, (date_trunc('month', ${first}) + interval '1 month - 1 day')::date)`),
    last && daysOf(`greatest(${first ?? 'null'}, date_trunc('month', ${last})::date)`, last),
  ]
  return {
    whole: `${first ? `and block > ${monthOf(first)}` : ''} ${last ? `and block < ${monthOf(last)}` : ''}`,
    edges: `array(${edges.filter(Boolean).join(' union ')})`,
    days: `${first ? `and t.day >= ${first}` : ''} ${last ? `and t.day <= ${last}` : ''}`,
  }
}

/** Rows by day and id, the newest first, that are tallied by month only. The rows of the months of the page are read up to the page. */
export const pageByMonthTallies =
  (list: TalliedDays, { limit, offset }: Paging): Part =>
  (bind) => {
    const [key, skip, take] = [bind(list.key), `${bind(offset)}::bigint`, `${bind(limit)}::bigint`]
    const rows = list.rows(bind)
    const { whole, edges, days } = monthsOfPeriod(list.after, list.before, bind)
    const atEdges = `
      union all
      select ${monthOf('t.day')}, count(*)::integer
      from ${rows}
        and t.day = any(${edges})
      group by 1`
    return `
    with counted as (
      select block, n
      from tallies
      where domain_id = $1
        and list = '${list.months}'
        and key = ${key}
        and n > 0
        ${whole}${edges ? atEdges : ''}),
    months as materialized (
      select block, n, sum(n::integer) over (order by block desc) as upto
      from counted),
    of_page as materialized (
      select min(block) as first, max(block) as last, min(upto - n) as before
      from months
      where upto > ${skip} and upto - n < ${skip} + ${take})
    select
      coalesce((select max(upto) from months), 0) as count,
      array(
        select t.id
        from ${rows}
          and t.day >= (select ${FIRST_DAY} + (${dayOfMonth('first')}) from of_page)
          and t.day < (select ${FIRST_DAY} + (${dayOfMonth('last + 1')}) from of_page)
          ${days}
        order by t.day desc, t.id desc
        offset ${skip} - coalesce((select before from of_page), 0)
        limit ${take}) as ids`
  }

/** Days between two dates are few enough to add them all up. */
const daysBetween = (days: string, key: string, isOfPeriod: string) => `
    days as materialized (${runningSum(days, key, isOfPeriod)}),
    total as (select max(upto) as n from days)`

/** The months are added up first, then only the days of the months where the page lies. */
const daysOfMonths = (days: string, months: string, key: string, isOfPage: string) => `
    months as materialized (${runningSum(months, key)}),
    total as (select max(upto) as n from months),
    around as materialized (
      select
        ${dayOfMonth('min(block)')} as first,
        ${dayOfMonth('max(block) + 1')} as ended,
        min(upto - n) as before
      from months
      where ${isOfPage}),
    days as materialized (${runningSum(
      days,
      key,
      'and block >= (select first from around) and block < (select ended from around)',
      '(select before from around) + ',
    )})`
