/**
 * Pages of lists in another order than their own (decision 070). `pageInOrder` reads the first rows of a long list from an index of the order.
 * Few rows are all read and sorted.
 *
 * Rows with the same value are ordered by their id, in the same direction. Rows without a value are the last ones, in both directions.
 */
import { MAX_SORTED_OFFSET, type Paging, type Sort } from '@vialdesk/contract/base/primitives'
import type { Part } from './paging.ts'

/** SQL of the value of each row. */
export interface SortValue {
  value: string
  /** The value may be null. */
  nullable?: true
  /**
   * For a value that a function works out: a condition on plain columns that is true for the rows with a value. An index of the order needs
   * it, because under row-level security PostgreSQL looks for no result of a function in an index.
   */
  isGiven?: string
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

/** The order of few rows, and the column that it needs in their select list. */
export const sortedMatches = (order: Order) => ({
  columns: `, ${order.value} as sort_value`,
  order: orderText(order, 'sort_value', 'id'),
})

/** A condition that many rows meet. PostgreSQL expects few rows for a condition on words or tags, and would read and sort all rows. */
export const metByMany = (condition: string) => `coalesce(${condition}, false)`

export interface OrderedRows {
  /** SQL of the number of all rows. */
  count: Part
  /** The list merges several groups: a query of their ids, which are `groups.id` in `rows`. */
  groups?: Part | undefined
  id: string
  /** The text after "from": a table and all conditions. */
  rows: Part
}

/** How many rows a statement may read from the index. As plain numbers they make the planner choose the index. */
const DEPTHS = [100, 1000, 3000, MAX_SORTED_OFFSET + 100]

/**
 * The first rows in the order. Rows with and without a value are read one after the other, as an index has them in one direction only; those
 * without a value only when the others are too few.
 */
function firstRows({ id, rows }: { id: string; rows: string }, order: Order, depth: number): string {
  const { value, nullable, isGiven } = order
  const direction = directionOf(order)
  const part = (condition: string, sorted = `${value} ${direction}, ${id} ${direction}`) => `
          select ${id} as id, ${value} as sort_value
          from ${rows} ${condition}
          order by ${sorted}
          limit ${depth}`
  if (!nullable) return part('')
  const isNeeded = `and (select count(*) from given) < ${depth}`
  const blank = isGiven
    ? part(`and not (${isGiven}) ${isNeeded}`, `${id} ${direction}`)
    : part(`and ${value} is null ${isNeeded}`)
  return `with given as materialized (${part(`and ${isGiven ? `(${isGiven})` : `${value} is not null`}`)})
          select id, sort_value from given
          union all
          (${blank})`
}

/** A page of a long list whose order has an index. */
export const pageInOrder =
  ({ count, groups, id, rows }: OrderedRows, order: Order, { limit, offset }: Paging): Part =>
  (bind) => {
    const depth = DEPTHS.find((most) => limit + offset <= most) ?? DEPTHS[DEPTHS.length - 1]
    const first = firstRows({ id, rows: rows(bind) }, order, depth as number)
    return `
    ${groups ? `with groups as materialized (${groups(bind)})` : ''}
    select
      ${count(bind)} as count,
      array(
        select page.id
        from ${groups ? `groups cross join lateral (${first})` : `(${first})`} page
        order by ${orderText(order, 'page.sort_value', 'page.id')}
        limit ${bind(limit)}
        offset ${bind(offset)}) as ids`
  }
