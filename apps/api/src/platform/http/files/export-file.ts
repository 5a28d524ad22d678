/**
 * A long file for its reader, as CSV or as a spreadsheet, in constant memory: its rows are read as fast as its bytes are read. The export is
 * audited before its first byte is sent, and patients before the rows that name them.
 */
import { Readable } from 'node:stream'
import type { Db } from '#api/db/db.ts'
import type { Query } from '#api/db/paging.ts'
import { type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import type { Cell, ExportColumn } from '#api/platform/export/cell.ts'
import type { ExportRun } from '#api/platform/export/exports.ts'
import { toCsv, UTF8_MARK } from '#api/platform/export/write-csv.ts'
import { writeXlsx } from '#api/platform/export/write-xlsx.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'

/** A column whose value is an SQL expression. */
export interface SqlColumn extends ExportColumn {
  sql: string
}

export interface Batch {
  rows: Cell[][]
  /** Those that these rows name. */
  patients?: Iterable<number>
}

export interface ExportedFile {
  name: string
  /** The name of the sheet of a spreadsheet. Without it, the file is CSV. */
  sheet?: string
  columns: readonly ExportColumn[]
  batches: AsyncIterable<Batch>
  /** The number of rows, where the reader is told it before. */
  count?: number | undefined
  event: AuditEvent
  /** Those of all rows, where `batches` do not name them. */
  patients?: Iterable<number>
}

export type ExportContext = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'reply' | 'request'>

/** Rows of a batch: small enough for memory, large enough to keep round trips rare. */
export const BATCH_ROWS = 1000

/** `users_20260304T152000Z.csv` */
export const exportFileName = (prefix: string, moment: Date, extension: 'csv' | 'xlsx' = 'csv') =>
  `${prefix}${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${extension}`

/** SQL: the cells of a row, in the order of the columns. */
export const cellsSql = (columns: readonly SqlColumn[]) =>
  `json_build_array(${columns.map(({ sql }) => sql).join(', ')}) as cells`

/** SQL: a time as the cell has it. */
export const timeCell = (time: string, zone: string) => `to_char(${time} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

/** Batches of which each begins after the last row of the one before. */
export async function* readBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_ROWS) return
    last = rows.at(-1)
  }
}

/** The rows of one statement, whose column `cells` has a row. Two batches are in memory, as the next one is read while one is written. */
export async function* readCells(db: Db, { sql, parameters }: Query): AsyncGenerator<Batch> {
  // PostgreSQL takes a cursor for one that is read to a tenth, and would choose a plan that is slow for all rows.
  await db.rows('set local cursor_tuple_fraction = 1', [])
  await db.rows(`declare export no scroll cursor for ${sql}`, parameters)
  const fetch = () => {
    const rows = db.rows<{ cells: Cell[] }>(`fetch ${BATCH_ROWS} from export`, [])
    // Its failure counts when the rows are awaited, which is later, or never for a reader who left.
    rows.catch(() => {})
    return rows
  }
  for (let next = fetch(); ; ) {
    const rows = await next
    if (rows.length === 0) return
    next = fetch()
    yield { rows: rows.map(({ cells }) => cells) }
  }
}

/** The batches, with their patients audited. */
async function* audited({ transact }: ExportContext, { batches, event }: ExportedFile): AsyncGenerator<Cell[][]> {
  for await (const { rows, patients } of batches) {
    const named = [...(patients ?? [])]
    if (named.length > 0) await transact(async (db) => auditExportedPatients(db, event.type, named))
    if (rows.length > 0) yield rows
  }
}

async function* csvOf(columns: readonly ExportColumn[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield UTF8_MARK + toCsv([columns.map(({ header }) => header)])
  for await (const rows of batches) yield toCsv(rows, columns)
}

/**
 * The bytes of the file. `run` ends when they are read. If the reader leaves or the source fails, it is cut at once and the answer breaks off,
 * so that no browser takes a part for the whole; that is audited, too.
 */
export async function exportFile(context: ExportContext, file: ExportedFile, run?: ExportRun): Promise<Readable> {
  const { transact, reply, request } = context
  const { name, sheet, columns, count, event, patients = [] } = file
  await transact(async (db) => {
    audit(db, event)
    auditExportedPatients(db, event.type, patients)
  })
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (count !== undefined) reply.header('x-row-count', String(count))
  const batches = audited(context, file)
  const source = sheet ? writeXlsx({ name: sheet, columns, count: count ?? 0, batches }) : csvOf(columns, batches)
  let bytes = 0
  let isComplete = false
  async function* pieces(): AsyncGenerator<string | Buffer> {
    for await (const piece of source as AsyncIterable<string | Buffer>) {
      yield piece
      bytes += Buffer.byteLength(piece)
    }
    isComplete = true
    await run?.end()
  }
  // Also if the answer was never sent.
  reply.raw.once('close', () => {
    if (isComplete) return
    run?.abandon()
    const broken = { ...event, after: { ...event.after, broken_off_after_bytes: bytes } }
    transact(async (db) => audit(db, broken)).catch((err) => {
      request.log.error({ err }, 'could not audit a broken export')
    })
  })
  return Readable.from(pieces(), { objectMode: false })
}

/** A file whose rows are read in one snapshot, with a connection of its own. `prepare` gets its transaction. */
export async function exportSnapshot(context: ExportContext, prepare: (db: Db) => Promise<ExportedFile>): Promise<Readable> {
  const run = await context.ports.exports.begin(context.domain.id)
  try {
    return await exportFile(context, await prepare(run.db), run)
  } catch (error) {
    run.abandon()
    throw error
  }
}
