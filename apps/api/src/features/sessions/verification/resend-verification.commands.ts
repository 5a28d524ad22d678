/** Mails the link of a sign-up again. The password proves that the caller has signed up. */
import type { Login } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import { findAccountByEmail } from '#api/features/sessions/sessions.queries.ts'
import type { AuditEvent } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findOwnSignUp } from './pending-sign-ups.queries.ts'
import { sendVerification } from './send-verification.commands.ts'

type AuditRead = (event: AuditEvent) => void

/** Refuses a wrong password like a login. It takes as long, whether or not the email is known. */
export async function resendVerification(
  db: Db,
  auditRead: AuditRead,
  { email, password }: Pick<Login, 'email' | 'password'>,
): Promise<void> {
  const account = await findAccountByEmail(db, email)
  if (account) await verifyPassword(undefined, password)
  else {
    const signUp = await findOwnSignUp(db, email, password)
    if (signUp) return sendVerification(db, signUp.id)
  }
  auditRead({ type: 'session.login_failed', ...(account && { subject: account.id }) })
  return fail('wrong_credentials')
}
