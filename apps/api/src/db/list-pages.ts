/**
 * A list is one definition, and `pageOfList` finds its pages:
 *
 * | list | own order | asked order |
 * |---|---|---|
 * | few rows | all are read, counted and sorted | the same |
 * | long | its own page, by tallies or words | the index of the order, from its first row on |
 * | long, with a filter that no index of an order has | its own page | few matches are sorted, many are found in the index |
 */
import type { Paging } from '@vialdesk/contract/base/primitives'
import type { Db } from './db.ts'
import {
  findCount,
  type Page,
  type Part,
  pageByTallies,
  pageOfMatches,
  readPage,
  sumOfTallies,
  type TalliedList,
} from './paging.ts'
import { type Order, type OrderedRows, pageInOrder, sortedMatches } from './sorted-paging.ts'

/** A select of all rows with their `id` and more columns, each of which begins with a comma. */
export type Matches = (columns: string) => Part

export interface List {
  matches: Matches
  /** The order that the reader asked for. */
  order?: Order | undefined
  /** Of few rows when no order is asked for: the order, and the columns that it needs. By default, the newest id first. */
  ownOrder?: { columns: string; order: string }
  /** Without it the list has few rows. */
  long?: LongList | undefined
}

export interface LongList {
  /** A page in the list's own order, with the number of all its rows. */
  page: (paging: Paging) => Part | Promise<Part>
  /** The rows as the index of the order has them. Without it all matches are sorted. */
  inOrder?: OrderedRows | undefined
  /** The list has a filter that the index does not have: `inOrder.count` is the number of rows without this filter. */
  isFiltered?: boolean
}

/** The matches of a list as the text after "from": a table, its domain and all conditions. */
export const rowsOf =
  (id: string, rows: Part): Matches =>
  (columns) =>
  (bind) =>
    `
    select ${id} as id ${columns}
    from ${rows(bind)}`

/** The matches that a function finds which answers the `ids` of a page (`foundBy`). */
export const rowsFoundBy =
  (table: string, alias: string, call: string, values: Part): Matches =>
  (columns) =>
  (bind) =>
    `
    select ${alias}.id ${columns}
    from ${table} ${alias}
    where ${alias}.domain_id = $1
      and ${alias}.id = any(array(select unnest(ids) from ${call}(${values(bind)}, 0, ${ALL_ROWS})))`

/** The largest integer of PostgreSQL: the page of all rows. */
const ALL_ROWS = 2_147_483_647

/** A page that a function of the database finds (`searched_page`). Its last two parameters are offset and limit. */
export const foundBy =
  (call: string, values: Part) =>
  ({ limit, offset }: Paging): Part =>
  (bind) =>
    `select count, ids from ${call}(${values(bind)}, ${bind(offset)}, ${bind(limit)})`

/** A list that is tallied. With a filter that the index of its orders does not have, `inIndex` is what the index has instead. */
export function longByTallies(tallied: TalliedList, inIndex?: Partial<TalliedList>): LongList & { inOrder: OrderedRows } {
  const ordered = { ...tallied, ...inIndex }
  return {
    page: (paging) => pageByTallies(tallied, paging),
    inOrder: { ...ordered, count: (bind) => sumOfTallies(ordered.list, ordered.isKey(bind)) },
    isFiltered: inIndex !== undefined,
  }
}

/** A list that a function of the database searches by words; `rows` are those of `all` with the words. */
export function longBySearch(call: string, values: Part, all: TalliedList, rows: Part): LongList {
  return { ...longByTallies(all, { rows }), page: foundBy(call, values) }
}

export async function pageOfList(db: Db, { matches, order, ownOrder, long }: List, paging: Paging): Promise<Part> {
  if (!order) {
    if (long) return long.page(paging)
    return pageOfMatches(matches(ownOrder?.columns ?? ''), paging, ownOrder?.order)
  }
  if (long?.inOrder && !long.isFiltered) return pageInOrder(long.inOrder, order, paging)
  const count = long?.inOrder && (await findCount(db, await long.page({ limit: 1, offset: 0 })))
  if (long?.inOrder && count !== undefined && !(await isSortedFaster(db, count, long.inOrder, paging)))
    return pageInOrder({ ...long.inOrder, count: (bind) => `${bind(count)}::bigint` }, order, paging)
  const sorted = sortedMatches(order)
  return pageOfMatches(matches(sorted.columns), paging, sorted.order)
}

/**
 * Few matches are read and sorted. Many are cheaper to find in the rows in their order, until the page is full. Either way a page reads at
 * most about the square root of all rows × end of the page.
 */
async function isSortedFaster(db: Db, matches: number, { count, groups }: OrderedRows, { limit, offset }: Paging) {
  const rows = await findCount(
    db,
    (bind) => `${groups ? `with groups as materialized (${groups(bind)})` : ''} select ${count(bind)} as count`,
  )
  return matches * matches <= rows * (limit + offset)
}

/** A page of the list. `rows` is a select of the rows whose id is in `page.ids`. */
export const readList = async <Row extends { id: number }>(
  db: Db,
  list: List,
  paging: Paging,
  rows: string | Part,
): Promise<Page<Row>> => readPage<Row>(db, await pageOfList(db, list, paging), rows)
