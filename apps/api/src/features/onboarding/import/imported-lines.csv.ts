/** Reads the lines of a CSV file by column name, in the variants that spreadsheets write. */
import {
  type Import,
  type ImportColumn,
  type ImportResult,
  importColumns,
  MAX_IMPORT_LINES,
} from '@vialdesk/contract/people/import-columns'
import { CsvError, parse } from 'csv-parse/sync'
import { failField } from '#api/platform/kernel/fail.ts'

export type LineError = ImportResult['errors'][number]

export interface Line {
  /** The line number in the file, from 1. */
  line: number
  /** Texts by the key of the column; blank for an empty cell. */
  values: Record<string, string>
}

interface ParsedRecord {
  record: string[]
  info: { lines: number }
}

/** Returns the lines, or the errors of the file. */
export function readLines({ kind, csv }: Pick<Import, 'kind' | 'csv'>): { lines: Line[]; errors: LineError[] } {
  // One kind of line break, within quotes too. Otherwise the line numbers differ from those in an editor.
  const result = readRecords(csv.replaceAll(/\r\n?/g, '\n'))
  if ('error' in result) return { lines: [], errors: [result.error] }
  const [header, ...rest] = result.records
  if (!header || rest.length === 0) return failField('csv', 'The file has no lines below the column names.')
  if (rest.length > MAX_IMPORT_LINES)
    return failField('csv', `The file has ${rest.length} lines. Import at most ${MAX_IMPORT_LINES} at once.`)
  if (header.cells.length > MAX_COLUMNS)
    return failField('csv', `The file has ${header.cells.length} columns. Compare it with the template.`)
  const { columns, errors } = readHeader(importColumns[kind], header)
  if (errors.length > 0) return { lines: [], errors }
  const lines = rest.map(({ line, cells }) => ({ line, values: valuesOf(columns, cells) }))
  const tooLong = rest.filter(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ''))
  return {
    lines,
    errors: tooLong.map(({ line }) => ({ line, column: '', message: 'This line has more cells than there are columns.' })),
  }
}

/** A file may have columns without a name. The limit keeps reading fast. */
const MAX_COLUMNS = 200

interface CellsOfLine {
  line: number
  cells: string[]
}

function readRecords(csv: string): { records: CellsOfLine[] } | { error: LineError } {
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }
  try {
    const records = parse(csv, {
      ...options,
      delimiter: detectDelimiter(csv),
      record_delimiter: '\n',
    }) as unknown as ParsedRecord[]
    return { records: records.map(({ record, info }) => ({ line: info.lines - countLineBreaks(record), cells: record })) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = 'A quotation mark is misplaced or not closed. The rest of the file cannot be read.'
    return { error: { line: Number(error.lines ?? 1), column: '', message } }
  }
}

/** A quoted cell may have line breaks; the number of a line is that of its start. */
const countLineBreaks = (record: string[]) => record.join('').split('\n').length - 1

/** The most frequent delimiter of the first line. Spreadsheets write semicolons where the comma is the decimal separator. */
function detectDelimiter(csv: string): string {
  const [firstLine = ''] = csv.split('\n', 1)
  const count = (delimiter: string) => firstLine.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

const normalizeName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The columns by position; undefined for a column without a name, which is ignored. */
function readHeader(
  known: ImportColumn[],
  { line, cells }: CellsOfLine,
): { columns: (ImportColumn | undefined)[]; errors: LineError[] } {
  const columns = cells.map((name) =>
    known.find(({ key, header }) => [normalizeName(key), normalizeName(header)].includes(normalizeName(name))),
  )
  const lineError = (column: string, message: string) => ({ line, column, message })
  const unknown = cells.filter((name, at) => !columns[at] && name.trim() !== '').map((name) => name.trim().slice(0, 80))
  const duplicated = known.filter((column) => columns.filter((each) => each === column).length > 1)
  const missing = known.filter((column) => column.required && !columns.includes(column))
  return {
    columns,
    errors: [
      ...unknown.map((name) => lineError(name, 'Unknown column. Compare with the template.')),
      ...duplicated.map(({ header }) => lineError(header, 'This column appears twice.')),
      ...missing.map(({ header }) => lineError(header, 'This column is missing.')),
    ],
  }
}

/** Spreadsheets and our exports put an apostrophe before a formula-like text. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

const valuesOf = (columns: (ImportColumn | undefined)[], cells: string[]) =>
  Object.fromEntries(columns.flatMap((column, at) => (column ? [[column.key, withoutApostrophe((cells[at] ?? '').trim())]] : [])))
