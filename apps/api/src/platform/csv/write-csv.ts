/** Rows as CSV that is safe to open in a spreadsheet. */
import { stringify } from 'csv-stringify/sync'

/** Numbers stay numbers. */
export type Cell = string | number | null

/** Before the first row, so that spreadsheets read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** Formula-like text gets a leading apostrophe, so that no name runs as a formula in a spreadsheet. */
export const toCsv = (rows: readonly Cell[][]): string =>
  stringify(rows as Cell[][], { record_delimiter: 'windows', escape_formulas: true })
