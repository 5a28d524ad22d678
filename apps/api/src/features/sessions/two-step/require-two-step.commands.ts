import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'

/**
 * Sets the memberships whose users must use two-step sign-in; the first membership of a user counts. `db` must be a transaction of the
 * owner of the tables, because the application may only read domains.
 */
export async function requireTwoStep(db: Db, auditActor: AuditActor, memberships: number[]): Promise<void> {
  await db.updateTable('domains').set({ two_step_memberships: memberships }).where('id', '=', db.domainId).execute()
  audit(db, auditActor, { type: 'domain.changed', after: { two_step_memberships: memberships } })
}
