/**
 * Count, quantity and money of all sales of a filter. Sums that are kept with the tallies (142-transaction-totals.sql) cost a few rows;
 * all other filters cost as much as their count.
 */
import type { TransactionTotals } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import { bindValues, type Query, sumOfTallies } from '#api/db/paging.ts'
import { blocksOfDays, monthsOfPeriod } from '#api/db/paging-by-days.ts'
import { matchingSales, type SalesOf, type TalliedParty, talliedRows, wayToFind, wordValues } from './sale-filters.queries.ts'

const moneyColumns = ['amount_cents', 'charged_cents', 'refunded_cents', 'net_cents']
const eachOf = (columns: string[], sql: (column: string) => string) => columns.map(sql).join(',\n      ')
const inDollars = (column: string) => `(${column} / 100.0)::float8 as ${column.replace('_cents', '')}`

export async function findTotals(db: Db, filter: SalesOf): Promise<TransactionTotals> {
  const { sql, parameters } = totalsOf(db, filter)
  const text = `select count::integer, quantity::integer, ${eachOf(moneyColumns, inDollars)} from (${sql}) totals`
  const [row] = await db.rows<Record<'count' | 'quantity' | 'amount' | 'charged' | 'refunded' | 'net', number>>(text, parameters)
  const { count = 0, quantity = 0, amount = 0, charged = 0, refunded = 0, net = 0 } = row ?? {}
  return { count, quantity, amount, charged_amount: charged, refunded_amount: refunded, net_amount: net }
}

const sums = (prefix = '') =>
  eachOf(['quantity', ...moneyColumns], (column) => `coalesce(sum(${prefix}${column}), 0) as ${column}`)

function totalsOf(db: Db, filter: SalesOf): Query {
  const way = wayToFind(filter)
  if (way.by === 'words') return byWords(db, filter)
  if (way.by === 'index') return byRows(db, filter)
  const hasDays = filter.date_after !== undefined || filter.date_before !== undefined
  // The days of a rep are not summed: they would be as many rows as the rep has sales.
  const hasMonths = way.by === 'months' || way.parties.includes('sales_rep_id')
  return hasDays && hasMonths ? byMonths(db, filter, way.key, way.parties) : byTallies(db, filter, way.key, hasDays)
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

function byTallies(db: Db, filter: SalesOf, key: string, hasDays: boolean): Query {
  const { parameters, bind } = bindValues([db.domainId, key])
  const list = hasDays ? 'transactions' : 'transaction_months'
  return { sql: sumsOf(list, `key = $2 ${blocksOfDays(filter.date_after, filter.date_before, bind)}`), parameters }
}

/** The months that are in the period as a whole, and the rows of its other days. */
function byMonths(db: Db, filter: SalesOf, key: string, parties: TalliedParty[]): Query {
  const { parameters, bind } = bindValues([db.domainId, key])
  const { whole, edges } = monthsOfPeriod(filter.date_after, filter.date_before, bind)
  const sql = `
    select sum(count) as count, ${sums()}
    from (
      ${sumsOf('transaction_months', `key = $2 ${whole}`)}
      union all
      ${SUM_OF_ROWS}
      from ${talliedRows(filter, parties, bind)}
        and t.day = any(${edges})) parts`
  return { sql, parameters }
}

function byWords(db: Db, filter: SalesOf): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const values = wordValues(filter).map(bind).join(', ')
  return { sql: `select * from total_transactions(${values}) where $1::bigint > 0`, parameters }
}

function byRows(db: Db, filter: SalesOf): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const sql = `${SUM_OF_ROWS}
    from ${matchingSales(filter, bind)}`
  return { sql, parameters }
}
