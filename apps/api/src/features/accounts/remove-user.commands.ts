/** Removing inactive users for good. What must be kept by law stays, and with it the name of whom it is about. */
import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { invalidatePasswordLinks } from '#api/features/sessions/send-password-link.commands.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** Deletes the user where nothing that must be kept hangs on it; else takes it off every screen and erases how it logged in. */
export async function removeUser(db: Db, auditActor: AuditActor, id: number): Promise<void> {
  const user = await lockUser(db, id)
  if (user.active) fail('conflict', { message: 'Only an inactive user can be removed. Deactivate it first.' })
  const [answer] = await db.rows<{ deleted: boolean }>('select delete_user($1) as deleted', [id])
  const deleted = answer?.deleted === true
  if (!deleted) await eraseLogin(db, user)
  audit(db, auditActor, { type: 'account.removed', subject: id, after: { deleted } })
}

type Locked = Awaited<ReturnType<typeof lockUser>>

/** Held until the transaction ends: of a removal and an activation at once, the second finds what the first has left. */
async function lockUser(db: Db, id: number) {
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

/** No address has a colon and no at sign: nobody can sign up with it, log in with it, or be mailed to it. The real one is free. */
const noAddress = (id: number) => `removed:${id}`

async function eraseLogin(db: Db, { id, version }: Locked): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: noAddress(id), password_hash: null, removed_at: new Date(), version: version + 1 })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()
  await invalidatePasswordLinks(db, id)
  await endSessionsOfUser(db, id)
  await db.deleteFrom('two_step_sign_ins').where('domain_id', '=', db.domainId).where('user_id', '=', id).execute()
  await db
    .updateTable('sessions')
    .set({ ip: null, user_agent: null })
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', id)
    .execute()
}
