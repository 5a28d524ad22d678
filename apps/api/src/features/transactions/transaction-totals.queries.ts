/**
 * Count, quantity and money of all sales of a filter. Sums that are kept with the tallies (142-transaction-totals.sql) cost a few rows;
 * all other filters cost as much as their count.
 */

import type { TransactionTotals } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import { bindValues, type Part, sumOfTallies } from '#api/db/paging.ts'
import { blocksOfDays, monthsOfPeriod } from '#api/db/paging-by-days.ts'
import { askedWords, matchingSales, type SalesOf, type TalliedParty, talliedRows, wayToFind } from './sale-filters.queries.ts'

const moneyColumns = ['amount_cents', 'charged_cents', 'refunded_cents', 'net_cents']
const eachOf = (columns: string[], sql: (column: string) => string) => columns.map(sql).join(',\n      ')
const inDollars = (column: string) => `(${column} / 100.0)::float8 as ${column.replace('_cents', '')}`

export async function findTotals(db: Db, filter: SalesOf): Promise<TransactionTotals> {
  const { parameters, bind } = bindValues([db.domainId])
  const totals = totalsOf(filter)(bind)
  const text = `select count::integer, quantity::integer, ${eachOf(moneyColumns, inDollars)} from (${totals}) totals where $1::bigint > 0`
  const [row] = await db.rows<Record<'count' | 'quantity' | 'amount' | 'charged' | 'refunded' | 'net', number>>(text, parameters)
  const { count = 0, quantity = 0, amount = 0, charged = 0, refunded = 0, net = 0 } = row ?? {}
  return { count, quantity, amount, charged_amount: charged, refunded_amount: refunded, net_amount: net }
}

const sums = (prefix = '') =>
  eachOf(['quantity', ...moneyColumns], (column) => `coalesce(sum(${prefix}${column}), 0) as ${column}`)

function totalsOf(filter: SalesOf): Part {
  const way = wayToFind(filter)
  if (way.by === 'words') return (bind) => `select * from total_transactions(${askedWords(filter)(bind)})`
  if (way.by === 'index') return (bind) => `${SUM_OF_ROWS} from ${matchingSales(filter, bind)}`
  const hasDays = filter.date_after !== undefined || filter.date_before !== undefined
  // The days of a rep are not summed: they would be as many rows as the rep has sales.
  const hasMonths = way.by === 'months' || way.parties.includes('sales_rep_id')
  return hasDays && hasMonths ? byMonths(filter, way.key, way.parties) : byTallies(filter, way.key, hasDays)
}

const sumsOf = (list: string, ofKey: string) => `
    select
      ${sumOfTallies(list, ofKey)} as count,
      ${sums()}
    from transaction_sums
    where domain_id = $1
      and list = '${list}'
      and ${ofKey}`
const SUM_OF_ROWS = `
    select count(*), ${sums('t.')}`

const byTallies =
  ({ date_after, date_before }: SalesOf, key: string, hasDays: boolean): Part =>
  (bind) =>
    sumsOf(hasDays ? 'transactions' : 'transaction_months', `key = ${bind(key)} ${blocksOfDays(date_after, date_before, bind)}`)

/** The months that are in the period as a whole, and the rows of its other days. */
const byMonths =
  (filter: SalesOf, key: string, parties: TalliedParty[]): Part =>
  (bind) => {
    const { whole, edges } = monthsOfPeriod(filter.date_after, filter.date_before, bind)
    return `
    select sum(count) as count, ${sums()}
    from (
      ${sumsOf('transaction_months', `key = ${bind(key)} ${whole}`)}
      union all
      ${SUM_OF_ROWS}
      from ${talliedRows(filter, parties)(bind)}
        and t.day = any(${edges})) parts`
  }
