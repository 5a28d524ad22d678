/** The roles of which a domain requires two-step sign-in. */
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'

/** By first membership; an empty list requires it of no role. `db` must belong to the owner of the tables: the application may only read them. */
export async function requireTwoStep(db: Db, auditActor: AuditActor, memberships: number[]): Promise<void> {
  await db.updateTable('domains').set({ two_step_memberships: memberships }).where('id', '=', db.domainId).execute()
  audit(db, auditActor, { type: 'domain.changed', after: { two_step_memberships: memberships } })
}
