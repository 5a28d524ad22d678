/** Pages of the lists of sales, newest first or sorted. A page costs about the same at ten thousand sales and at a million. */
import type { Db } from '#api/db/db.ts'
import { type Bind, bindValues, pageOfMatches, type Query, sumOfTallies } from '#api/db/paging.ts'
import { pageByDayTallies, pageByMonthTallies } from '#api/db/paging-by-days.ts'
import {
  orderOf,
  pageInOrder,
  pageOfFiltered,
  type SortValues,
  sortedMatches,
  sortedName,
  sortedText,
} from '#api/db/sorted-paging.ts'
import { matchingSales, type SaleFilter, type TalliedParty, talliedRows, wayToFind, wordValues } from './sale-filters.queries.ts'

export function pageOfSales(db: Db, filter: SaleFilter): Query {
  const way = wayToFind(filter)
  if (way.by === 'words') return byWords(db, filter)
  if (way.by === 'index') return byIndex(db, filter)
  const list = talliedSales(filter, way.key, way.parties)
  return way.by === 'months' ? pageByMonthTallies(db, list, filter) : pageByDayTallies(db, list, filter)
}

const sortValues: SortValues<'date' | 'amount' | 'product' | 'patient'> = {
  date: { value: 't.day' },
  amount: { value: 't.amount_cents' },
  product: sortedText('(select p.name from products p where p.domain_id = t.domain_id and p.id = t.product_id)'),
  patient: {
    value: `(select ${sortedName('p').value} from users p where p.domain_id = t.domain_id and p.id = t.patient_id)`,
    nullable: true,
  },
}

/** A page in the asked order. */
export async function pageOfSortedSales(db: Db, filter: SaleFilter): Promise<Query> {
  const order = orderOf(filter.sort, sortValues)
  if (!order) return pageOfSales(db, filter)
  const way = wayToFind(filter)
  if (way.by === 'index') {
    const sorted = sortedMatches(order)
    return pageOfMatches(selectMatches(db, filter, sorted.column), filter, sorted.order)
  }
  const key = keyOfIndex(filter)
  const list = { id: 't.id', rows: (bind: Bind) => matchingSales(filter, bind, true) }
  if (way.by === 'tallies' && way.key === key && !filter.date_after && !filter.date_before) {
    const count = (bind: Bind) => sumOfTallies('transaction_months', `key = ${bind(key)}`)
    return pageInOrder(db, { ...list, count }, order, filter)
  }
  const own = pageOfSales(db, { ...filter, limit: 1, offset: 0 })
  const all = { sql: `select ${sumOfTallies('transaction_months', 'key = $2')} as count`, parameters: [db.domainId, key] }
  return pageOfFiltered(db, { ...list, own, all, matches: (column) => selectMatches(db, filter, column) }, order, filter)
}

/** The key under which the sales are tallied that the best index of an order has: of a sales user, of a product, or all. */
function keyOfIndex({ sales_rep_id, sales_manager_id, sales_distributor_id, product_id }: SaleFilter): string {
  if (sales_rep_id !== undefined) return `rep:${sales_rep_id}`
  if (sales_manager_id !== undefined) return `manager:${sales_manager_id}`
  if (sales_distributor_id !== undefined) return `distributor:${sales_distributor_id}`
  return product_id === undefined ? 'all' : `product:${product_id}`
}

const talliedSales = (filter: SaleFilter, key: string, parties: TalliedParty[]) => ({
  days: 'transactions' as const,
  months: 'transaction_months' as const,
  key,
  after: filter.date_after,
  before: filter.date_before,
  rows: (bind: Bind) => talliedRows(filter, parties, bind),
})

/** Counts all matches: these filters leave few sales. */
const byIndex = (db: Db, filter: SaleFilter): Query =>
  pageOfMatches(selectMatches(db, filter, ', t.day'), filter, 'day desc, id desc')

/** A plain string, because Kysely takes 30 microseconds more. */
function selectMatches(db: Db, filter: SaleFilter, column: string): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const sql = `
    select t.id ${column}
    from ${matchingSales(filter, bind)}`
  return { sql, parameters }
}

function byWords(db: Db, filter: SaleFilter): Query {
  const { parameters, bind } = bindValues([db.domainId])
  const values = [...wordValues(filter), filter.offset, filter.limit].map(bind)
  return { sql: `select count, ids from find_transactions(${values.join(', ')})`, parameters }
}
