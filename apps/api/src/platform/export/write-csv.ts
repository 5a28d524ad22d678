/** Rows as CSV that is safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync'
import { safeText } from './safe-text.ts'

/** Numbers stay numbers. */
export type Cell = string | number | null

/** Before the first row, so that spreadsheets read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** Every text is quoted, so that no separator in it ends its cell. */
export const toCsv = (rows: readonly Cell[][]): string =>
  stringify(rows as Cell[][], { record_delimiter: 'windows', quoted_string: true, cast: { string: safeText } })
