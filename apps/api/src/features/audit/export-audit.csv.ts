/** The audit log as CSV. The export is audited before its first byte is sent, the patients of each batch before that batch. It reads one snapshot with a connection of its own. */
import { Readable } from 'node:stream'
import type { AuditFilter } from '@vialdesk/contract/audit'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import { findPatients } from '#api/platform/audit/patient-reads.ts'
import { exportFileName } from '#api/platform/export/export-file-name.ts'
import { type ExportRun, exportAnswer } from '#api/platform/export/exports.ts'
import { type Cell, toCsv, UTF8_MARK } from '#api/platform/export/write-csv.ts'
import type { ProviderCallContext } from '#api/platform/http/serve.ts'
import { readAuditBatches } from './audit-pages.queries.ts'
import { auditExport } from './audit-reads.commands.ts'

type Context = Pick<ProviderCallContext<never>, 'domain' | 'ports' | 'transact' | 'auditActor' | 'reply' | 'request'>

const BATCH_ROWS = 1000

const headers = [
  ...['Number', 'Time (UTC)', 'Event', 'What happened', 'Who ID', 'Who', 'Really ID', 'Really', 'About ID', 'About'],
  ...['Patient ID', 'Patient', 'Record ID', 'Before', 'After', 'IP address', 'Request', 'Hash'],
]

type Row = (ReturnType<typeof readAuditBatches> extends AsyncGenerator<infer Rows extends readonly unknown[]>
  ? Rows
  : never)[number]

const named = (user: { id: number; name: string } | null): Cell[] => [user?.id ?? null, user?.name ?? null]
const asJson = (values: object | null) => (values ? JSON.stringify(values) : null)

const cellsOf = (row: Row): Cell[] => [
  ...[row.id, row.at, row.type, row.title],
  ...[row.actor, row.impersonator, row.subject, row.patient].flatMap(named),
  ...[row.record_id, asJson(row.before), asJson(row.after), row.address, row.request_id, row.hash],
]

/** Also an actor may be a patient, whose name is in the file. */
async function auditNamed({ transact, auditActor }: Context, rows: Row[]): Promise<void> {
  const named = rows.flatMap(({ actor, impersonator, subject, patient }) => [actor, impersonator, subject, patient])
  const users = new Set(named.flatMap((user) => user?.id ?? []))
  await transact(async (db) => auditExportedPatients(db, auditActor, 'audit.exported', await findPatients(db, users)))
}

async function* csvOf(context: Context, { db }: ExportRun, filter: AuditFilter) {
  yield toCsv([headers])
  for await (const rows of readAuditBatches(db, filter, context.domain.time_zone, BATCH_ROWS)) {
    await auditNamed(context, rows)
    yield toCsv(rows.map(cellsOf))
  }
}

export async function exportAudit(context: Context, filter: AuditFilter): Promise<Readable> {
  const { domain, ports, transact, auditActor, reply, request } = context
  const run = await ports.exports.begin(domain.id)
  try {
    await transact((db) => auditExport(db, auditActor, filter))
    reply.header('content-disposition', `attachment; filename="${exportFileName('audit_', new Date(), 'csv')}"`)
    const onAbort = (bytes: number) => {
      transact((db) => auditExport(db, auditActor, filter, { broken_off_after_bytes: bytes })).catch((err) => {
        request.log.error({ err }, 'could not audit a broken export')
      })
    }
    return exportAnswer(run, Readable.from(csvOf(context, run, filter)), { reply, head: UTF8_MARK, onAbort })
  } catch (error) {
    run.abandon()
    throw error
  }
}
