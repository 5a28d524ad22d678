/** The lines of a CSV file by the names of its columns, however a spreadsheet wrote it. */
import { type ImportColumn, importColumns } from '@vialdesk/contract/import-columns'
import { type Import, type ImportResult, MAX_IMPORT_LINES } from '@vialdesk/contract/onboarding'
import { CsvError, parse } from 'csv-parse/sync'
import { failField } from '#api/platform/http/errors/fail.ts'

export type LineError = ImportResult['errors'][number]

export interface Line {
  /** As the file counts, from 1. */
  line: number
  /** By the key of the column; blank where the line has nothing. */
  values: Record<string, string>
}

interface ReadRecord {
  record: string[]
  info: { lines: number }
}

/** Answers the lines, or what is wrong with the file as a whole. */
export function readLines({ kind, csv }: Pick<Import, 'kind' | 'csv'>): { lines: Line[]; errors: LineError[] } {
  // One sign for the end of a line, within quotes too: else lines are counted otherwise than people do.
  const read = readRecords(csv.replaceAll(/\r\n?/g, '\n'))
  if ('error' in read) return { lines: [], errors: [read.error] }
  const [head, ...rest] = read.records
  if (!head || rest.length === 0) return failField('csv', 'The file has no lines below the column names.')
  if (rest.length > MAX_IMPORT_LINES)
    return failField('csv', `The file has ${rest.length} lines. Import at most ${MAX_IMPORT_LINES} at once.`)
  if (head.cells.length > MOST_COLUMNS)
    return failField('csv', `The file has ${head.cells.length} columns. Compare it with the template.`)
  const { columns, errors } = readHead(importColumns[kind], head)
  if (errors.length > 0) return { lines: [], errors }
  const lines = rest.map(({ line, cells }) => ({ line, values: valuesOf(columns, cells) }))
  const longer = rest.filter(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ''))
  return {
    lines,
    errors: longer.map(({ line }) => ({ line, column: '', message: 'This line has more cells than there are columns.' })),
  }
}

/** A file may have columns without a name; so many that every line would take long to read are a mistake. */
const MOST_COLUMNS = 200

interface Cells {
  line: number
  cells: string[]
}

function readRecords(csv: string): { records: Cells[] } | { error: LineError } {
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }
  try {
    const records = parse(csv, { ...options, delimiter: delimiterOf(csv), record_delimiter: '\n' }) as unknown as ReadRecord[]
    return { records: records.map(({ record, info }) => ({ line: info.lines - breaksIn(record), cells: record })) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = 'A quotation mark is misplaced or not closed. The rest of the file cannot be read.'
    return { error: { line: Number(error.lines ?? 1), column: '', message } }
  }
}

/** A cell in quotes may go over several lines: it is found where it begins. */
const breaksIn = (record: string[]) => record.join('').split('\n').length - 1

/** The one that the first line has most of: spreadsheets write semicolons where a comma is the decimal point. */
function delimiterOf(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column stands where; undefined for one without a name, in which nothing is looked for. */
function readHead(known: ImportColumn[], { line, cells }: Cells): { columns: (ImportColumn | undefined)[]; errors: LineError[] } {
  const columns = cells.map((name) => known.find(({ key, header }) => [plain(key), plain(header)].includes(plain(name))))
  const fault = (column: string, message: string) => ({ line, column, message })
  const unknown = cells.filter((name, at) => !columns[at] && name.trim() !== '').map((name) => name.trim().slice(0, 80))
  const twice = known.filter((column) => columns.filter((each) => each === column).length > 1)
  const missing = known.filter((column) => column.required && !columns.includes(column))
  return {
    columns,
    errors: [
      ...unknown.map((name) => fault(name, 'Unknown column. Compare with the template.')),
      ...twice.map(({ header }) => fault(header, 'This column appears twice.')),
      ...missing.map(({ header }) => fault(header, 'This column is missing.')),
    ],
  }
}

/** Spreadsheets, and our own exports, put an apostrophe before what would be a formula. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '')

const valuesOf = (columns: (ImportColumn | undefined)[], cells: string[]) =>
  Object.fromEntries(columns.flatMap((column, at) => (column ? [[column.key, withoutApostrophe((cells[at] ?? '').trim())]] : [])))
