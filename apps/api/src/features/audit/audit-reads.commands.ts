/** Reading the audit of a user is audited itself. */
import type { AuditFilter } from '@vialdesk/contract/audit'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { audit, auditedPatient } from '#api/platform/audit/audit.ts'

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

export async function auditView(db: Db, { about_id, seen_patient_id }: AuditFilter): Promise<void> {
  const about = await findSubject(db, about_id)
  if (about) audit(db, { type: 'audit.viewed', ...about })
  const seen = await findSubject(db, seen_patient_id)
  if (seen) audit(db, { type: 'audit.viewed', ...seen, after: { who_saw: true } })
}

/** The event of an export. Its subject is only one of the users that a filter may name. */
export async function exportEventOf(db: Db, filter: AuditFilter) {
  const { about_id, seen_patient_id } = filter
  const subject = await findSubject(db, about_id ?? seen_patient_id)
  const other = about_id !== undefined && seen_patient_id !== undefined && { seen_patient_id }
  return { type: 'audit.exported' as const, ...subject, after: { filters: kindsOf(filter), ...other } }
}
