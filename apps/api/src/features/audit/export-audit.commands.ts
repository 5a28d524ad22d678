/** Exports the audit log of a filter. */
import type { Readable } from 'node:stream'
import type { AuditFilter } from '@vialdesk/contract/audit'
import { findPatients } from '#api/platform/audit/patient-reads.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import { type Batch, type ExportContext, exportFileName, exportSnapshot } from '#api/platform/http/files/export-file.ts'
import { readAuditBatches } from './audit-pages.queries.ts'
import { exportEventOf } from './audit-reads.commands.ts'

const headers = [
  ...['Number', 'Time (UTC)', 'Event', 'What happened', 'Who ID', 'Who', 'Really ID', 'Really', 'About ID', 'About'],
  ...['Patient ID', 'Patient', 'Record ID', 'Before', 'After', 'IP address', 'Request', 'Hash'],
]

type Batches = ReturnType<typeof readAuditBatches>
type Row = (Batches extends AsyncGenerator<infer Rows extends readonly unknown[]> ? Rows : never)[number]

const usersOf = ({ actor, impersonator, subject, patient }: Row) => [actor, impersonator, subject, patient]
const asJson = (values: object | null) => (values ? JSON.stringify(values) : null)

const cellsOf = (row: Row): Cell[] => [
  ...[row.id, row.at, row.type, row.title],
  ...usersOf(row).flatMap((user) => [user?.id ?? null, user?.name ?? null]),
  ...[row.record_id, asJson(row.before), asJson(row.after), row.address, row.request_id, row.hash],
]

/** Also an actor may be a patient, whose name is in the file. */
async function* withPatients({ transact }: ExportContext, batches: Batches): AsyncGenerator<Batch> {
  for await (const rows of batches) {
    const users = new Set(rows.flatMap((row) => usersOf(row).flatMap((user) => user?.id ?? [])))
    yield { rows: rows.map(cellsOf), patients: await transact((db) => findPatients(db, users)) }
  }
}

export const exportAudit = (context: ExportContext, filter: AuditFilter): Promise<Readable> =>
  exportSnapshot(context, async (db) => ({
    name: exportFileName('audit_', new Date()),
    columns: headers.map((header) => ({ header })),
    event: await context.transact((current) => exportEventOf(current, filter)),
    batches: withPatients(context, readAuditBatches(db, filter, context.domain.time_zone)),
  }))
