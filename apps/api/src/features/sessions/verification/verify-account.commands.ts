/** Verifies the email of an account by a link that was mailed to it. The password stays the same. Sign-ups have links of their own. */
import type { Db } from '#api/db/db.ts'
import { endLinks, markEmailVerified, sendPasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { lockMailedLink } from '#api/features/sessions/sessions.queries.ts'
import { type AuditEvent, audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** Queues the mail. Returns what to tell the user. */
export async function sendAccountVerification(db: Db, userId: number): Promise<string> {
  const { email, email_verified_at } = await db.getRow('users', ['email', 'email_verified_at'], { id: userId })
  if (email_verified_at !== null) return `${email} is already confirmed.`
  await sendPasswordLink(db, userId, 'verify')
  return `We have sent a link to ${email}. Open it to confirm the address.`
}

/**
 * False if the link is none of an account. The password is asked for, because a stranger may have an account with the address of the reader,
 * and programs that open the links of mails must not verify it.
 */
export async function verifyAccount(
  db: Db,
  { auditRead }: { auditRead(event: AuditEvent): void },
  { token, password }: { token: string; password: string },
): Promise<boolean> {
  const link = await lockMailedLink(db, token, 'verify_email')
  if (!link) return false
  const { user_id, subscription, password_hash } = link
  if (!(await verifyPassword(password_hash, password))) {
    auditRead({ type: 'session.login_failed', subject: user_id })
    failField('password', 'This is not the password of this account.')
  }
  await markEmailVerified(db, user_id)
  await endLinks(db, user_id, { reason: 'verify' })
  audit(db, { type: 'account.email_verified', subject: user_id, ...auditedPatient({ id: user_id, subscription }) })
  return true
}
