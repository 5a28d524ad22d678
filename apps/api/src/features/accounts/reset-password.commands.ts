/** What an admin may do about the password of another. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notifyPasswordSetByAdmin } from '#api/features/sessions/security-notifications.commands.ts'
import { sendPasswordLink } from '#api/features/sessions/send-password-link.commands.ts'
import { setPassword } from '#api/features/sessions/set-password.commands.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

/** Sets it, ends every session of the user, and mails the owner that it was changed. */
export async function setPasswordOf(db: Db, auditActor: AuditActor, id: number, password: string): Promise<void> {
  const user = await getActive(db, id)
  if (user.subscription === membershipIds.admin)
    failField('user_id', 'You cannot set the password of another admin. Send a password link instead.')
  await setPassword(db, id, password)
  audit(db, auditActor, { type: 'password.set_by_admin', subject: id })
  await db.enqueue('accounts.tell_of_password', { user_id: id, set_at: new Date().toISOString() })
  await notifyPasswordSetByAdmin(db, id)
}

/** Mails the owner a link that sets a password; who never had one is welcomed. Answers the address. */
export async function mailPasswordLink(db: Db, auditActor: AuditActor, id: number): Promise<string> {
  const { email, password_hash } = await getActive(db, id)
  await sendPasswordLink(db, id, password_hash === null ? 'welcome' : 'reset')
  audit(db, auditActor, { type: 'password.reset_requested', subject: id })
  return email
}

async function getActive(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('active', '=', true)
    // Held, so that it is still active and has the same address when this is done.
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? failField('user_id', 'Choose an active user.')
}
