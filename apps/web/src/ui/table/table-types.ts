import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Question } from '#web/ui/dialogs/confirm-dialog.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers. */
  align?: 'right'
  /** Hidden by default. */
  optional?: boolean
  /** The column that names the row: its header cell, and the heading of its card on a phone. One for each table. */
  main?: boolean
  /** Of the main column: a state next to the name, outside of its link. */
  badge?: (row: Row) => ReactNode
  width?: number | string
  /** Never wraps, for numbers to look up or to call. */
  noWrap?: boolean
  /** The head may wrap, because the cells are shorter. */
  shortCells?: boolean
  /**
   * On a phone, where a row has its name and two or three facts: under the name (`labelled`: with the header in front of it), at the
   * right of the name, or only where the row opens. Without a hint a state and an amount are at the right, and the first two other
   * columns under the name.
   */
  phone?: 'line' | 'labelled' | 'side' | 'hidden'
  /** The server's key to sort by this column; its head is a button then. With `-` in front the first click sorts descending, for dates and amounts. */
  sort?: string
}

export interface RowAction {
  label: string
  icon?: Icon
  danger?: boolean
  disabled?: boolean
  /** A question before it. The verb is the label, unless the question has its own. */
  asks?: Omit<Question, 'verb'> & { verb?: string }
  onClick: () => void
}

/** The state of a list's query. The result of `useQuery` fits. */
export interface ListState<Row> {
  data: { count: number; results: Row[] } | undefined
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

/** The selected rows, for actions on several rows. */
export interface RowSelection<Row> {
  has: (row: Row) => boolean
  set: (rows: Row[], on: boolean) => void
}

export interface RowProps<Row> {
  rowKey: (row: Row) => string | number
  /** The name of the row in accessible names of its buttons. */
  rowName: (row: Row) => string
  /** Opens the drawer of a row. */
  onRow?: ((row: Row) => void) | undefined
  /** The path of the row's page: its name is a link to it. Undefined for a row that the viewer may not open. */
  rowHref?: ((row: Row) => string | undefined) | undefined
  rowActions?: ((row: Row) => RowAction[]) | undefined
  /** Shows a checkbox in each row. */
  selection?: RowSelection<Row> | undefined
}
