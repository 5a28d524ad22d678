/** Leaving a team. What was sold, and for whom, stays as it was: only from now on somebody else's list has the member. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

const memberships = {
  sales_manager_id: membershipIds.sales_rep,
  sales_distributor_id: membershipIds.sales_manager,
} as const

/**
 * Unties a rep from its manager, or a manager from its distributor. Of two who do it at once the second finds a member of no
 * team: to the one above it is gone, to an admin there is nothing left to do.
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
    .select(['users.id', 'users.version', `users.${column} as head`])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', memberships[column])
  if (viewer.role !== 'admin') query = query.where('users.active', '=', true).where(`users.${column}`, '=', viewer.id)
  const member = (await query.forNoKeyUpdate().executeTakeFirst()) ?? fail('not_found')
  if (member.head === null) return
  await db
    .updateTable('users')
    .set({ [column]: null, version: member.version + 1 })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()
  audit(db, auditActor, { type: 'team.left', subject: id, before: { [column]: member.head }, after: { [column]: null } })
  const text = 'Your sales so far stay yours. If this is a mistake, contact us.'
  await notify(db, id, { kind: 'team', title: 'You are no longer in your team', text, path: '/contact' })
}

export const removeRep = (db: Db, auditActor: AuditActor, viewer: Viewer, rep: number) =>
  leaveTeam(db, auditActor, viewer, rep, 'sales_manager_id')
export const removeManager = (db: Db, auditActor: AuditActor, viewer: Viewer, manager: number) =>
  leaveTeam(db, auditActor, viewer, manager, 'sales_distributor_id')
