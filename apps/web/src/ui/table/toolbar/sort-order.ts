/** Orders of a list, as in its URL: the key of a column, with `-` in front for descending. */
import type { Column } from '../table-types.ts'

export type Direction = 'ascending' | 'descending'

const keyOf = (sort: string) => sort.replace(/^-/, '')
const reversed = (sort: string) => (sort.startsWith('-') ? keyOf(sort) : `-${sort}`)
const directionOf = (sort: string): Direction => (sort.startsWith('-') ? 'descending' : 'ascending')

/** The order after a click on the head of a column: its first direction, then the other one, then the list's own order. */
export function nextSort(first: string, current: string | undefined): string | undefined {
  if (current === first) return reversed(first)
  return current === reversed(first) ? undefined : first
}

/** The direction in which a column is sorted now. */
export const sortedDirection = (first: string, current: string | undefined): Direction | 'none' =>
  current !== undefined && keyOf(current) === keyOf(first) ? directionOf(current) : 'none'

export interface SortChoice {
  value: string
  label: string
}

/** Both directions of each sortable column, its first direction first. */
export const sortChoices = <Row>(columns: Column<Row>[]): SortChoice[] =>
  columns.flatMap(({ sort, header }) =>
    sort === undefined ? [] : [sort, reversed(sort)].map((value) => ({ value, label: `${header}, ${directionOf(value)}` })),
  )

/** Whether the list has this order. URLs and saved views may have one of a column that is gone. */
export const isSortOf = <Row>(columns: Column<Row>[], sort: string): boolean =>
  columns.some((column) => column.sort !== undefined && keyOf(column.sort) === keyOf(sort))
