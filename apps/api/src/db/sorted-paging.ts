/**
 * Pages of lists in another order than their own (decision 070).
 *
 * - `sortedMatches` with `pageOfMatches` reads and sorts all of few rows.
 * - `pageInOrder` reads the first rows of a long list from an index of the order.
 * - `pageOfFiltered` chooses between the two for a filter that the index does not have.
 *
 * Rows with the same value are ordered by their id, in the same direction. Rows without a value are the last ones, in both directions.
 */
import { MAX_SORTED_OFFSET, type Paging, type Sort } from '@vialdesk/contract/primitives'
import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import { type Bind, bindValues, pageOfMatches, type Query } from './paging.ts'

/** The largest integer of PostgreSQL, for functions that answer a page: the page of all rows. */
export const ALL_ROWS = 2_147_483_647

/** SQL of the value of each row. */
export interface SortValue {
  value: string
  /** The value may be null. */
  nullable?: true
}
export type SortValues<Key extends string> = Record<Key, SortValue>

/** Text without regard to case and accents. Null when it is blank. */
export const sortedText = (text: string): SortValue => ({ value: `sort_text(${text}) collate "C"`, nullable: true })
/** The name of a user in lists, which is never blank. */
export const sortedName = (alias: string): SortValue => ({
  value: `user_sort_name(${['first_name', 'last_name', 'company', 'email'].map((column) => `${alias}.${column}`).join(', ')}) collate "C"`,
})

export interface Order extends SortValue {
  descending: boolean
}

/** The order that a reader asked for. Undefined: the list's own order. */
export function orderOf<Key extends string>(sort: Sort<Key> | undefined, values: SortValues<Key>): Order | undefined {
  if (sort === undefined) return undefined
  const descending = sort.startsWith('-')
  return { ...values[(descending ? sort.slice(1) : sort) as Key], descending }
}

const directionOf = ({ descending }: Order) => (descending ? 'desc' : 'asc')
const orderText = (order: Order, value: string, id: string) =>
  `${value} ${directionOf(order)}${order.nullable && order.descending ? ' nulls last' : ''}, ${id} ${directionOf(order)}`

/**
 * For `pageOfMatches`: a column to add to the select list of the matches, and the order of the page.
 * Without an asked order, `own` is the order of the list.
 */
export const sortedMatches = (order: Order | undefined, own = 'id desc') =>
  order ? { column: `, ${order.value} as sort_value`, order: orderText(order, 'sort_value', 'id') } : { column: '', order: own }

/** A condition that many rows meet. PostgreSQL expects few rows for a condition on words or tags, and would read and sort all rows. */
export const metByMany = (condition: string) => `coalesce(${condition}, false)`

/** SQL of Kysely as a part of a plain query. */
export function embedSql(db: Db, part: RawBuilder<unknown>, bind: Bind): string {
  const { sql, parameters } = part.compile(db)
  return sql.replace(/\$(\d+)/g, (_, place) => bind(parameters[Number(place) - 1]))
}

interface OrderedList {
  /** SQL of the number of all rows. */
  count: (bind: Bind, domain: string) => string
  /** The list merges several groups, which are `groups.id` in `rows`. A query of their ids. */
  groups?: Query
  id: string
  /** The text after "from": a table and all conditions. */
  rows: (bind: Bind, domain: string) => string
}

/** How many rows a statement may read from the index. As plain numbers they make the planner choose the index. */
const DEPTHS = [100, 1000, MAX_SORTED_OFFSET + 100]

/** The first rows in the order. Rows with and without a value are read one after the other, as an index has them in one direction only. */
function firstRows({ id, rows }: { id: string; rows: string }, order: Order, depth: number): string {
  const part = (condition: string) => `
          select ${id} as id, ${order.value} as sort_value
          from ${rows} ${condition}
          order by ${order.value} ${directionOf(order)}, ${id} ${directionOf(order)}
          limit ${depth}`
  if (!order.nullable) return part('')
  return `(${part(`and ${order.value} is not null`)}) union all (${part(`and ${order.value} is null`)})`
}

/** A page of a long list whose order has an index. */
export function pageInOrder(db: Db, { count, groups, id, rows }: OrderedList, order: Order, { limit, offset }: Paging): Query {
  const { parameters, bind } = bindValues(groups?.parameters ?? [db.domainId])
  const domain = groups ? bind(db.domainId) : '$1'
  const depth = DEPTHS.find((most) => limit + offset <= most) ?? DEPTHS[DEPTHS.length - 1]
  const first = firstRows({ id, rows: rows(bind, domain) }, order, depth as number)
  const sql = `
    ${groups ? `with groups as materialized (${groups.sql})` : ''}
    select
      ${count(bind, domain)} as count,
      array(
        select page.id
        from ${groups ? `groups cross join lateral (${first})` : `(${first})`} page
        order by ${orderText(order, 'page.sort_value', 'page.id')}
        limit ${bind(limit)}
        offset ${bind(offset)}) as ids`
  return { sql, parameters }
}

/** The number of rows of a page's list. PostgreSQL must learn the type of the domain, `$1`, from queries that do not use it. */
async function countOf(db: Db, { sql, parameters }: Query): Promise<number> {
  const usesDomain = /\$1(?!\d)/.test(sql)
  const text = `select count from (${sql}) page ${usesDomain ? '' : 'where $1::bigint > 0'}`
  const [row] = await db.rows<{ count: number }>(text, parameters)
  return row?.count ?? 0
}

export interface FilteredList extends Pick<OrderedList, 'groups' | 'id' | 'rows'> {
  /** The filter is no condition on a single row, so all its matches must be read. */
  needsAllMatches?: boolean
  /** A page of the list in its own order, whose count is that of the filter. */
  own: Query
  /** A query of the `count` of all rows that the index of the order has. */
  all: Query
  /** All rows of the filter with their id, and with this column. */
  matches: (column: string) => Query
}

/**
 * A page of a filter that the index of the order does not have, such as a search. Few matches are read and sorted. Many are cheaper to find
 * in the rows in their order, until the page is full. Either way a page reads at most about the square root of all rows × end of the page.
 */
export async function pageOfFiltered(
  db: Db,
  { own, all, matches, needsAllMatches, ...list }: FilteredList,
  order: Order,
  paging: Paging,
): Promise<Query> {
  const count = needsAllMatches ? 0 : await countOf(db, own)
  if (needsAllMatches || isSortedFaster(count, await countOf(db, all), paging)) {
    const sorted = sortedMatches(order)
    return pageOfMatches(matches(sorted.column), paging, sorted.order)
  }
  return pageInOrder(db, { ...list, count: (bind) => `${bind(count)}::bigint` }, order, paging)
}

const isSortedFaster = (matches: number, rows: number, { limit, offset }: Paging): boolean =>
  matches * matches <= rows * (limit + offset)
