/** Logging in: the password first, then the code where two-step sign-in is on. Without the right password nobody learns whether a code is needed. */
import type { Login } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { type AuditActor, type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { ApiError, fail } from '#api/platform/http/errors/fail.ts'
import { saveLogin, openSession } from './open-session.commands.ts'
import { findAccountByEmail } from './sessions.queries.ts'
import { consumeCode } from './set-two-step.commands.ts'
import { hasTwoStep } from './two-step.queries.ts'

export interface LogInContext {
  domain: Domain
  auditActor: AuditActor
  secretKey: string
  userAgent: string | undefined
  auditRead(event: AuditEvent): void
}

/** Opens a session; answers its token and whose it is. */
export async function logIn(db: Db, attempt: LogInContext, body: Login): Promise<{ token: string; userId: number }> {
  const { domain, auditActor, userAgent, auditRead } = attempt
  const account = await findAccountByEmail(db, body.email)
  if (!(await verifyPassword(account?.password_hash, body.password)) || !account) {
    auditRead({ type: 'session.login_failed', ...(account && { subject: account.id }) })
    return fail('wrong_credentials')
  }
  // The account is held from here on: a session that refers to it would share it with log-ins at the same moment, and each would
  // then wait for the others to let go. Looking at a password takes a while, in which it may have been changed.
  if (!(await saveLogin(db, auditActor, account))) return fail('wrong_credentials')
  const needsCode = await hasTwoStep(db, account.id)
  if (needsCode && body.code === undefined) return fail('code_required')
  if (needsCode) await validateCode(db, attempt, account.id, body.code as string)
  return { token: await openSession(db, domain, auditActor, { userId: account.id, userAgent }), userId: account.id }
}

async function validateCode(db: Db, { auditActor, secretKey, auditRead }: LogInContext, userId: number, code: string): Promise<void> {
  try {
    const kind = await consumeCode(db, secretKey, userId, code)
    if (kind === 'recovery') audit(db, auditActor, { type: 'two_step.recovery_code_used', subject: userId })
  } catch (error) {
    if (error instanceof ApiError) auditRead({ type: 'session.login_failed', subject: userId, after: { why: error.code } })
    throw error
  }
}
