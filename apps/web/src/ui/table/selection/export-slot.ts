/** The button that exports the rows of a table. The frame of the portal provides it, because tables know no api. */
import { type ComponentType, createContext } from 'react'
import type { ExportedList } from '#web/lib/url/use-list-page.ts'

/** The list behind a table. */
export interface TableExport {
  list: ExportedList
  /** The ids in the path of the list. */
  params?: { id?: number; hc_id?: number }
  /** Filters that are not in the address of the screen. */
  query?: object | undefined
  /** One row and several rows in words, such as `patient` and `patients`. */
  rows: readonly [one: string, many: string]
  /** The screen has another export of all rows. */
  onlyChosen?: true
  /** All rows, without a box to choose single ones: for a narrow table in a tab. */
  onlyAll?: true
  /** The list has no count. */
  uncounted?: boolean | undefined
}

export interface ExportProps extends Omit<TableExport, 'query'> {
  /** Filters and order of the list. */
  query: Record<string, string>
  /** Of all rows that match. Undefined while it is not known. */
  count: number | undefined
  /** Only these rows. */
  ids?: number[] | undefined
  /** The first row of the page. */
  offset: number
  /** The button has no text. */
  narrow?: boolean
}

/** Undefined for readers who may not export. */
export const ExportSlot = createContext<ComponentType<ExportProps> | undefined>(undefined)
