/** Removes inactive users for good. Rows that the law requires stay, together with the name of the user. */
import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { forgetDevices } from '#api/features/sessions/known-devices.commands.ts'
import { endLinks } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Deletes the user if no kept rows refer to it. Otherwise hides it on every screen and erases its login data. */
export async function removeUser(db: Db, id: number): Promise<void> {
  const user = await getLockedUser(db, id)
  if (user.active) fail('conflict', { message: 'Only an inactive user can be removed. Deactivate it first.' })
  const [answer] = await db.rows<{ deleted: boolean }>('select delete_user($1) as deleted', [id])
  const deleted = answer?.deleted === true
  if (!deleted) await eraseLogin(db, user)
  audit(db, { type: 'account.removed', subject: id, after: { deleted } })
}

type LockedUser = Awaited<ReturnType<typeof getLockedUser>>

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

async function eraseLogin(db: Db, { id, version }: LockedUser): Promise<void> {
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
