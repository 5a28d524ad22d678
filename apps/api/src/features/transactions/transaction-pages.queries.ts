/** The lists of sales, newest first or sorted. A page costs about the same at ten thousand sales and at a million. */

import type { TransactionTotals } from '@vialdesk/contract/money/transactions'
import type { Db } from '#api/db/db.ts'
import { type List, type LongList, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, bindValues, type Part, sumOfTallies } from '#api/db/paging.ts'
import { blocksOfDays, monthsOfPeriod, pageByDayTallies, pageByMonthTallies } from '#api/db/paging-by-days.ts'
import { orderOf, type SortValues, sortedName, sortedText } from '#api/db/sorted-paging.ts'
import {
  askedWords,
  findByWords,
  matchingSales,
  type SaleFilter,
  type SalesOf,
  type SalesWay,
  type TalliedParty,
  talliedRows,
  wayToFind,
} from './sale-filters.queries.ts'

const sortValues: SortValues<'date' | 'amount' | 'product' | 'patient'> = {
  date: { value: 't.day' },
  amount: { value: 't.amount_cents' },
  product: sortedText('(select p.name from products p where p.domain_id = t.domain_id and p.id = t.product_id)'),
  patient: {
    value: `(select ${sortedName('p').value} from users p where p.domain_id = t.domain_id and p.id = t.patient_id)`,
    nullable: true,
  },
}

export function listSales(filter: SaleFilter): List {
  const way = wayToFind(filter)
  return {
    matches: rowsOf('t.id', (bind) => matchingSales(filter, bind)),
    order: orderOf(filter.sort, sortValues),
    ownOrder: { columns: ', t.day', order: 'day desc, id desc' },
    long: way.by === 'index' ? undefined : manySales(filter, way),
  }
}

function manySales(filter: SaleFilter, way: Exclude<SalesWay, { by: 'index' }>): LongList {
  const key = keyOfIndex(filter)
  const isIndexed = way.by === 'tallies' && way.key === key && !filter.date_after && !filter.date_before
  const count: Part = (bind) => sumOfTallies('transaction_months', `key = ${bind(key)}`)
  const inOrder = { id: 't.id', rows: (bind: Bind) => matchingSales(filter, bind, true), count }
  return { page: ownPage(filter, way), inOrder, isFiltered: !isIndexed }
}

function ownPage(filter: SaleFilter, way: Exclude<SalesWay, { by: 'index' }>): LongList['page'] {
  if (way.by === 'words') return findByWords(filter)
  const list = {
    days: 'transactions',
    months: 'transaction_months',
    key: way.key,
    after: filter.date_after,
    before: filter.date_before,
    rows: talliedRows(filter, way.parties),
  } as const
  return (paging) => (way.by === 'months' ? pageByMonthTallies(list, paging) : pageByDayTallies(list, paging))
}

/** The key under which the sales are tallied that the best index of an order has: of a sales user, of a product, or all. */
function keyOfIndex({ sales_rep_id, sales_manager_id, sales_distributor_id, product_id }: SaleFilter): string {
  if (sales_rep_id !== undefined) return `rep:${sales_rep_id}`
  if (sales_manager_id !== undefined) return `manager:${sales_manager_id}`
  if (sales_distributor_id !== undefined) return `distributor:${sales_distributor_id}`
  return product_id === undefined ? 'all' : `all|product:${product_id}`
}

const moneyColumns = ['amount_cents', 'charged_cents', 'refunded_cents', 'net_cents']
const eachOf = (columns: string[], sql: (column: string) => string) => columns.map(sql).join(',\n      ')
const inDollars = (column: string) => `(${column} / 100.0)::float8 as ${column.replace('_cents', '')}`

/**
 * Count, quantity and money of all sales of a filter. Sums that are kept with the tallies (142-transaction-totals.sql) cost a few rows;
 * all other filters cost as much as their count.
 */
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
