/** Removes members from a team. Earlier sales do not change. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** The membership of the member by the column of its team. */
const memberships = {
  sales_manager_id: membershipIds.sales_rep,
  sales_distributor_id: membershipIds.sales_manager,
} as const

/**
 * Unties a rep from its manager, or a manager from its distributor. In a race, the second call fails with not_found for the
 * leader, and changes nothing for an admin.
 */
async function leaveTeam(
  db: Db,
  auditActor: AuditActor,
  viewer: Viewer,
  id: number,
  column: keyof typeof memberships,
): Promise<void> {
  let query = db
    .selectFrom('users')
    .select(['users.id', 'users.version', `users.${column} as leader_id`])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', memberships[column])
  if (viewer.role !== 'admin') query = query.where('users.active', '=', true).where(`users.${column}`, '=', viewer.id)
  const member = (await query.forNoKeyUpdate().executeTakeFirst()) ?? fail('not_found')
  if (member.leader_id === null) return
  await db
    .updateTable('users')
    .set({ [column]: null, version: member.version + 1 })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()
  audit(db, auditActor, { type: 'team.left', subject: id, before: { [column]: member.leader_id }, after: { [column]: null } })
  const text = 'Your sales so far stay yours. If this is a mistake, contact us.'
  await notify(db, id, { kind: 'team', title: 'You are no longer in your team', text, path: '/contact' })
}

export const removeRep = (db: Db, auditActor: AuditActor, viewer: Viewer, rep: number) =>
  leaveTeam(db, auditActor, viewer, rep, 'sales_manager_id')
export const removeManager = (db: Db, auditActor: AuditActor, viewer: Viewer, manager: number) =>
  leaveTeam(db, auditActor, viewer, manager, 'sales_distributor_id')
