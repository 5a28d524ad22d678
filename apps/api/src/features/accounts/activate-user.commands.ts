/** Whether a user is active. Inactive: no log-in, no session, in no list but Inactive Users; what it signed, paid or owns stays. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { invalidatePasswordLinks } from '#api/features/sessions/send-password-link.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

export async function deactivateUser(db: Db, auditActor: AuditActor, actor: Actor, id: number): Promise<void> {
  if (id === actor.id) fail('conflict', { message: 'You cannot deactivate your own account.' })
  const held = await hold(db, [actor.id, id])
  const user = held.find((each) => each.id === id) ?? fail('not_found')
  // Only another admin deactivates an admin, and is held here as one that is active: so there is always one left, even when
  // two deactivate each other at once.
  if (!held.some((each) => each.id === actor.id && each.active)) fail('unauthenticated')
  if (!user.active) return
  await setActive(db, user, false)
  await invalidatePasswordLinks(db, id)
  await endSessionsOfUser(db, id)
  audit(db, auditActor, { type: 'account.deactivated', subject: id, ...ofPatient(user) })
}

export async function activateUser(db: Db, auditActor: AuditActor, id: number): Promise<void> {
  const [user] = await hold(db, [id])
  if (!user) return fail('not_found')
  if (user.active) return
  await setActive(db, user, true)
  audit(db, auditActor, { type: 'account.activated', subject: id, ...ofPatient(user) })
}

type Held = Awaited<ReturnType<typeof hold>>[number]

/** Holds users that are not removed until the transaction ends, always in the same order. */
function hold(db: Db, ids: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'subscription', 'active', 'version'])
    .where('domain_id', '=', db.domainId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function setActive(db: Db, { id, version }: Held, active: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ active, version: version + 1 })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()
}

const ofPatient = ({ id, subscription }: Held) => (subscription === membershipIds.patient ? { patient: id } : {})
