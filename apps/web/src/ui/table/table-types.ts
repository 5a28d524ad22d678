import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right. */
  align?: 'right'
  /** Hidden until someone chooses it. */
  optional?: boolean
  /** What names the row: its header cell, and the heading of its card on a phone. One a table. */
  main?: boolean
  width?: number | string
  /** A number to look up or to call is not broken. */
  oneLine?: boolean
  /** Its head may stand in two lines: what stands below it is shorter. */
  shortCells?: boolean
}

export interface RowAction {
  label: string
  icon?: Icon
  danger?: boolean
  disabled?: boolean
  onClick: () => void
}

/** What a query of a list knows; the result of `useQuery` fits. */
export interface ListState<Row> {
  data: { count: number; results: Row[] } | undefined
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

/** Rows that are chosen, for what is done with several at once. */
export interface Choosing<Row> {
  has: (row: Row) => boolean
  set: (rows: Row[], on: boolean) => void
}

export interface RowProps<Row> {
  rowKey: (row: Row) => string | number
  /** Names the row where a button alone must say which one it means. */
  rowName: (row: Row) => string
  /** Opens the row. */
  onRow?: ((row: Row) => void) | undefined
  rowActions?: ((row: Row) => RowAction[]) | undefined
  /** With it each row has a box to choose it by. */
  choosing?: Choosing<Row> | undefined
}
