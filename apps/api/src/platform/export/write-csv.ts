/** Rows as CSV that is safe to open in a spreadsheet. */
import type { Cell, ExportColumn } from './cell.ts'
import { safeText } from './safe-text.ts'

/** Before the first row, so that spreadsheets read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** Most texts have nothing that `safeText` looks for, and its look is most of the time that a file takes. */
const HARMLESS = /^(?:\w[\w .,:/-]*)?$/

/** Every text is quoted, so that no separator in it ends its cell. Numbers stay numbers. */
function cellText(cell: Cell, kind?: ExportColumn['kind']): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? cell.toFixed(2) : String(cell)
  return HARMLESS.test(cell) ? `"${cell}"` : `"${safeText(cell).replaceAll('"', '""')}"`
}

export const toCsv = (rows: readonly Cell[][], columns: readonly ExportColumn[] = []): string =>
  rows.map((cells) => `${cells.map((cell, n) => cellText(cell, columns[n]?.kind)).join(',')}\r\n`).join('')
