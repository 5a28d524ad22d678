/** Exports the audit log of a filter. */
import type { Readable } from 'node:stream'
import type { AuditFilter } from '@vialdesk/contract/business/audit'
import type { Db } from '#api/db/db.ts'
import { audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { findPatients } from '#api/platform/audit/patient-reads.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import { type Batch, type ExportContext, exportFileName, exportSnapshot } from '#api/platform/http/files/export-file.ts'
import { readAuditBatches } from './audit-pages.queries.ts'

/** The audit outlives its users. */
async function isInAudit(db: Db, patient: number): Promise<boolean> {
  const text = 'select 1 from audit_log where domain_id = $1 and patient_id = $2 limit 1'
  return (await db.rows(text, [db.domainId, patient])).length > 0
}

/** The user that a filter names, or a deleted patient. Undefined without an id, and for one that the domain never had. */
export async function findSubject(db: Db, id: number | undefined) {
  if (id === undefined) return undefined
  const user = await db.findRow('users', ['subscription'], { id })
  if (user) return { subject: id, ...auditedPatient({ id, ...user }) }
  return (await isInAudit(db, id)) ? { subject: id, patient: id } : undefined
}

const kindsOf = (filter: AuditFilter) => Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))

/** Reading the audit of a user is audited itself. */
export async function auditView(db: Db, { about_id, seen_patient_id }: AuditFilter): Promise<void> {
  const about = await findSubject(db, about_id)
  if (about) audit(db, { type: 'audit.viewed', ...about })
  const seen = await findSubject(db, seen_patient_id)
  if (seen) audit(db, { type: 'audit.viewed', ...seen, after: { who_saw: true } })
}

/** The event of an export. Its subject is only one of the users that a filter may name. */
async function exportEventOf(db: Db, filter: AuditFilter) {
  const { about_id, seen_patient_id } = filter
  const subject = await findSubject(db, about_id ?? seen_patient_id)
  const other = about_id !== undefined && seen_patient_id !== undefined && { seen_patient_id }
  return { type: 'audit.exported' as const, ...subject, after: { filters: kindsOf(filter), ...other } }
}

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
