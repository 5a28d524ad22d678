/** The lists of sales, newest first or sorted. A page costs about the same at ten thousand sales and at a million. */

import { type List, type LongList, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, type Part, sumOfTallies } from '#api/db/paging.ts'
import { pageByDayTallies, pageByMonthTallies } from '#api/db/paging-by-days.ts'
import { orderOf, type SortValues, sortedName, sortedText } from '#api/db/sorted-paging.ts'
import { findByWords, matchingSales, type SaleFilter, type SalesWay, talliedRows, wayToFind } from './sale-filters.queries.ts'

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
  return product_id === undefined ? 'all' : `product:${product_id}`
}
