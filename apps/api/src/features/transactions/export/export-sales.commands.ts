/** Exports all sales of a filter, as the caller's list shows them. The export and its patients are audited before its first byte is sent. */
import type { Readable } from 'node:stream'
import type { Role } from '@vialdesk/contract/roles'
import { copyAsCsv } from '#api/db/copy-sql.ts'
import type { Db } from '#api/db/db.ts'
import type { Query } from '#api/db/paging.ts'
import type { SalesOf } from '#api/features/transactions/sale-filters.queries.ts'
import { findTotals } from '#api/features/transactions/transaction-totals.queries.ts'
import { ownFilter } from '#api/features/transactions/transactions.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import { exportFileName } from '#api/platform/export/export-file-name.ts'
import { exportAnswer } from '#api/platform/export/exports.ts'
import { type CellValue, writeXlsx } from '#api/platform/export/write-xlsx.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { csvSales, exportedColumns, patientsOfSales, sheetSales, textColumns } from './exported-sales.queries.ts'

type Format = 'csv' | 'xlsx'
type Context = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'auditActor' | 'reply' | 'request'> & {
  actor: Viewer
}

const BYTE_ORDER_MARK = '\uFEFF'
/** Rows of a spreadsheet that are in memory at a time. */
const BATCH_ROWS = 1000

const filePrefixes: Partial<Record<Role, string>> = {
  sales_rep: 'salesRep-',
  sales_manager: 'salesManager-',
  sales_distributor: 'salesDistributor-',
  admin: 'transaction_report_',
}

/** The audit has the kinds of filters but not their values, because a search may be a name. */
const kindsOf = (filter: SalesOf) =>
  Object.entries(filter).flatMap(([key, value]) => (key === 'offset' || value === undefined || value === '' ? [] : [key]))

export async function exportSales(context: Context, given: SalesOf, format: Format): Promise<Readable> {
  const { actor, domain, ports, transact, auditActor, reply } = context
  const run = await ports.exports.begin(domain.id)
  try {
    const { filter, relation } = ownFilter(given, actor)
    const { count } = await findTotals(run.db, filter)
    const event = { type: 'transactions.exported' as const, after: { format, count, filters: kindsOf(given) } }
    const exported = { domainId: domain.id, timeZone: domain.time_zone, filter, columns: exportedColumns(relation) }
    const patients = await readPatients(run.db, patientsOfSales(exported))
    await transact(async (db) => {
      audit(db, auditActor, event)
      auditExportedPatients(db, auditActor, event.type, patients)
    })
    const name = exportFileName(filePrefixes[actor.role as Role] ?? '', new Date(), format)
    reply.header('content-disposition', `attachment; filename="${name}"`).header('x-row-count', String(count))
    const source =
      format === 'csv'
        ? run.db.copy(copyAsCsv(csvSales(exported), textColumns(exported.columns)))
        : writeXlsx({
            name: 'Transactions',
            columns: exported.columns,
            count,
            batches: readBatches(run.db, sheetSales(exported)),
          })
    const onAbort = (bytes: number) => {
      const broken = { ...event, after: { ...event.after, broken_off_after_bytes: bytes } }
      transact(async (db) => audit(db, auditActor, broken)).catch((err) => {
        context.request.log.error({ err }, 'could not audit a broken export')
      })
    }
    return exportAnswer(run, source, { reply, head: format === 'csv' ? BYTE_ORDER_MARK : '', onAbort })
  } catch (error) {
    run.abandon()
    throw error
  }
}

async function readPatients(db: Db, { sql, parameters }: Query): Promise<number[]> {
  const [row] = await db.rows<{ patients: number[] }>(sql, parameters)
  return row?.patients ?? []
}

async function* readBatches(db: Db, { sql, parameters }: Query): AsyncGenerator<CellValue[][]> {
  // PostgreSQL takes a cursor for one that is read to a tenth, and would choose a plan that is slow for all rows.
  await db.rows('set local cursor_tuple_fraction = 1', [])
  await db.rows(`declare sales no scroll cursor for ${sql}`, parameters)
  for (;;) {
    const rows = await db.rows<{ cells: CellValue[] }>(`fetch ${BATCH_ROWS} from sales`, [])
    if (rows.length === 0) return
    yield rows.map(({ cells }) => cells)
  }
}
