/** Removes members from a team. Earlier sales do not change. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { named, notify } from '#api/features/notices/notify.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** By the column of the team: the membership of its members, the leader, and the screen with the sales that a member keeps. */
const teams = {
  sales_manager_id: { member: membershipIds.sales_rep, leader: 'sales manager', sales: '/my-transaction-report' },
  sales_distributor_id: { member: membershipIds.sales_manager, leader: 'sales distributor', sales: '/team-transaction-report' },
} as const

/**
 * Unties a rep from its manager, or a manager from its distributor. In a race, the second call fails with not_found for the
 * leader, and changes nothing for an admin.
 */
async function leaveTeam(db: Db, viewer: Viewer, id: number, column: keyof typeof teams): Promise<void> {
  let query = db
    .selectFrom('users')
    .select(['users.id', 'users.version', `users.${column} as leader_id`])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', teams[column].member)
  if (viewer.role !== 'admin') query = query.where('users.active', '=', true).where(`users.${column}`, '=', viewer.id)
  const member = (await query.forNoKeyUpdate().executeTakeFirst()) ?? fail('not_found')
  if (member.leader_id === null) return
  await db.updateRows('users', { id }, { [column]: null, version: member.version + 1 })
  audit(db, { type: 'team.left', subject: id, before: { [column]: member.leader_id }, after: { [column]: null } })
  const { leader, sales } = teams[column]
  const team = `the team of ${named(`your ${leader}`)}`
  const isByLeader = viewer.id === member.leader_id
  const removed = isByLeader ? `${named(`Your ${leader}`)} removed you from the team.` : `An admin removed you from ${team}.`
  await notify(db, id, {
    kind: 'team',
    title: `You are no longer in ${team}`,
    text: `${removed} Your sales so far stay yours. If this is a mistake, contact us.`,
    about: member.leader_id,
    path: sales,
  })
}

export const removeRep = (db: Db, viewer: Viewer, rep: number) => leaveTeam(db, viewer, rep, 'sales_manager_id')
export const removeManager = (db: Db, viewer: Viewer, manager: number) => leaveTeam(db, viewer, manager, 'sales_distributor_id')
