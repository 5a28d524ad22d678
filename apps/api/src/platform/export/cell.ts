/** A time is `2026-03-04 15:20:00` in the time zone of the business. */
export type Cell = string | number | null

export type CellKind = 'text' | 'number' | 'money' | 'time'

export interface ExportColumn {
  header: string
  /** How a spreadsheet shows it. In CSV, only `money` has a form of its own: both digits of the cents. */
  kind?: CellKind
}
