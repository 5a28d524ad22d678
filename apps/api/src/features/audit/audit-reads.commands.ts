/** Reading the audit of a user is audited itself. */
import type { AuditFilter } from '@vialdesk/contract/audit'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'

/** Names the user whom the filter is about. Nothing for a user that the domain does not have. */
async function findSubject(db: Db, id: number | undefined) {
  if (id === undefined) return {}
  const user = await db
    .selectFrom('users')
    .select('subscription')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirst()
  return user && { subject: id, ...(user.subscription === membershipIds.patient && { patient: id }) }
}

const kindsOf = (filter: AuditFilter) => Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))

export async function auditView(db: Db, auditActor: AuditActor, { about_id, seen_patient_id }: AuditFilter): Promise<void> {
  const about = await findSubject(db, about_id)
  if (about && about_id !== undefined) audit(db, auditActor, { type: 'audit.viewed', ...about })
  const seen = await findSubject(db, seen_patient_id)
  if (seen && seen_patient_id !== undefined) audit(db, auditActor, { type: 'audit.viewed', ...seen, after: { who_saw: true } })
}

export async function auditExport(db: Db, auditActor: AuditActor, filter: AuditFilter, more: object = {}): Promise<void> {
  const subject = await findSubject(db, filter.about_id ?? filter.seen_patient_id)
  audit(db, auditActor, { type: 'audit.exported', ...subject, after: { filters: kindsOf(filter), ...more } })
}
