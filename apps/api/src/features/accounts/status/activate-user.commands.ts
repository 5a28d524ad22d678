/** Activates, deactivates and removes users. Rows that an inactive user signed, paid or owns stay, and so do those that the law requires. */
import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { forgetDevices } from '#api/features/sessions/open-session.commands.ts'
import { endLinks } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Deactivates all of the users or none. Their sessions end at once. Returns those that were active. */
export async function deactivateUsers(db: Db, actor: Actor, ids: number[]): Promise<number[]> {
  if (ids.includes(actor.id)) fail('conflict', { message: 'You cannot deactivate your own account.' })
  const locked = await lockUsers(db, [actor.id, ...ids])
  const users = locked.filter(({ id }) => id !== actor.id)
  if (users.length < ids.length) fail('not_found')
  // The acting admin is locked and must be active. So one admin is left even when two deactivate each other at the same time.
  if (!locked.some(({ id, active }) => id === actor.id && active)) fail('unauthenticated')
  const activeUsers = users.filter(({ active }) => active)
  for (const user of activeUsers) {
    await setActive(db, user, false)
    await endLinks(db, user.id)
    await endSessionsOfUser(db, user.id)
    await forgetDevices(db, user.id)
    audit(db, { type: 'account.deactivated', subject: user.id, ...auditedPatient(user) })
  }
  return activeUsers.map(({ id }) => id)
}

/** Activates all of the users or none. Returns those that were inactive. */
export async function activateUsers(db: Db, ids: number[]): Promise<number[]> {
  const users = await lockUsers(db, ids)
  if (users.length < ids.length) fail('not_found')
  const inactiveUsers = users.filter(({ active }) => !active)
  for (const user of inactiveUsers) {
    await setActive(db, user, true)
    audit(db, { type: 'account.activated', subject: user.id, ...auditedPatient(user) })
  }
  return inactiveUsers.map(({ id }) => id)
}

type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** Locks users that are not removed, always in the same order to avoid deadlocks. */
const lockUsers = (db: Db, ids: number[]) => db.lockRows('users', { id: ids, removed_at: null })

async function setActive(db: Db, { id, version }: LockedUser, active: boolean): Promise<void> {
  await db.updateRows('users', { id }, { active, version: version + 1 })
}

/** Deletes the user if no kept rows refer to it. Otherwise hides it on every screen and erases its login data. */
export async function removeUser(db: Db, id: number): Promise<void> {
  const user = await getLockedUser(db, id)
  if (user.active) fail('conflict', { message: 'Only an inactive user can be removed. Deactivate it first.' })
  const [answer] = await db.rows<{ deleted: boolean }>('select delete_user($1) as deleted', [id])
  const deleted = answer?.deleted === true
  if (!deleted) await eraseLogin(db, user)
  audit(db, { type: 'account.removed', subject: id, after: { deleted } })
}

type RemovedUser = Awaited<ReturnType<typeof getLockedUser>>

/** Reads and locks the user, so that a removal and an activation run one after the other. */
async function getLockedUser(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'active', 'version'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return user ?? fail('not_found')
}

/** An invalid email: nobody can sign up, log in or get mail with it. The real email becomes free. */
const placeholderEmail = (id: number) => `removed:${id}`

async function eraseLogin(db: Db, { id, version }: RemovedUser): Promise<void> {
  await db.updateRows(
    'users',
    { id },
    { email: placeholderEmail(id), password_hash: null, removed_at: new Date(), version: version + 1 },
  )
  await endLinks(db, id)
  await endSessionsOfUser(db, id)
  await forgetDevices(db, id)
  await db.deleteRows('saved_views', { user_id: id })
  await db.deleteRows('two_step_sign_ins', { user_id: id })
  await db.updateRows('sessions', { user_id: id }, { ip: null, user_agent: null })
}
