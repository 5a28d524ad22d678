/** Lets admins set the password of another user, or mail a link for it. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { forgetDevices } from '#api/features/sessions/open-session.commands.ts'
import { notifyPasswordSetByAdmin } from '#api/features/sessions/passwords/notify-security-change.commands.ts'
import { invite, sendPasswordLink, setPassword } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** Sets the password, ends every session of the user, and mails the user about the change. */
export async function setPasswordByAdmin(db: Db, id: number, password: string): Promise<void> {
  const user = await lockActiveUser(db, id)
  if (user.subscription === membershipIds.admin)
    failField('user_id', 'You cannot set the password of another admin. Send a password link instead.')
  await setPassword(db, id, { password, field: 'new_password_change' })
  await forgetDevices(db, id)
  audit(db, { type: 'password.set_by_admin', subject: id })
  await db.enqueue('accounts.mail_password_changed', { user_id: id, set_at: new Date().toISOString() })
  await notifyPasswordSetByAdmin(db, id)
}

/** Mails a link to set a password, as a welcome if the user never had one. Returns the email. */
export async function mailPasswordLink(db: Db, id: number): Promise<string> {
  const { email, password_hash } = await lockActiveUser(db, id)
  await (password_hash === null ? invite(db, [id]) : sendPasswordLink(db, id, 'reset'))
  audit(db, { type: 'password.reset_requested', subject: id })
  return email
}

/** The lock keeps the user active and its email unchanged until the commit. */
const lockActiveUser = async (db: Db, id: number) =>
  (await db.lockRow('users', { id, active: true })) ?? failField('user_id', 'Choose an active user.')
