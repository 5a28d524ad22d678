/**
 * Pages of lists in another order than their own (decision 070).
 *
 * Few rows are read and sorted: `sortedMatches` with `pageOfMatches`. The first rows of a long list are read from an index of its order:
 * `pageInOrder`. Rows with the same value are ordered by their id, in the same direction. Rows without a value are the last ones, in both
 * directions.
 */
import { MAX_SORTED_OFFSET, type Paging, type Sort } from '@vialdesk/contract/primitives'
import type { Db } from './db.ts'
import { type Bind, bindValues, type Query } from './paging.ts'

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

interface OrderedList {
  /** SQL of the number of all rows. */
  count: (bind: Bind) => string
  /** The list merges several groups, each with an index of its own. SQL of their ids, which are `groups.id` in `rows`. */
  groups?: (bind: Bind) => string
  id: string
  /** The text after "from": a table, its domain `$1` and all conditions. */
  rows: (bind: Bind) => string
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
  const { parameters, bind } = bindValues([db.domainId])
  const depth = DEPTHS.find((most) => limit + offset <= most) ?? DEPTHS[DEPTHS.length - 1]
  const first = firstRows({ id, rows: rows(bind) }, order, depth as number)
  const sql = `
    ${groups ? `with groups as materialized (${groups(bind)})` : ''}
    select
      ${count(bind)} as count,
      array(
        select page.id
        from ${groups ? `groups cross join lateral (${first})` : `(${first})`} page
        order by ${orderText(order, 'page.sort_value', 'page.id')}
        limit ${bind(limit)}
        offset ${bind(offset)}) as ids`
  return { sql, parameters }
}

/** The number of rows of a page's list. */
export async function countOf(db: Db, { sql, parameters }: Query): Promise<number> {
  const [row] = await db.rows<{ count: number }>(`select count from (${sql}) page where $1::bigint > 0`, parameters)
  return row?.count ?? 0
}

/**
 * Whether to read and sort all matches of a filter. For many matches it is cheaper to read rows in their order until the page is full of
 * matches. Either way a page reads at most about the square root of rows × end of the page.
 */
export const isSortedFaster = (matches: number, rows: number, { limit, offset }: Paging): boolean =>
  matches * matches <= rows * (limit + offset)
