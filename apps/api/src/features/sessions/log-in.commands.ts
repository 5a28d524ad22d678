/** Verifies the password first, then the two-step code. Only a user with the right password learns whether a code is needed. */
import type { Login } from '@vialdesk/contract/people/sessions'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { ApiError, fail } from '#api/platform/kernel/fail.ts'
import { openSession, rememberDevice, saveLogin } from './open-session.commands.ts'
import { findAccountByEmail } from './sessions.queries.ts'
import { consumeCode } from './two-step/set-two-step.commands.ts'
import { hasTwoStep } from './two-step/two-step.queries.ts'
import { findOwnSignUp } from './verification/pending-sign-ups.queries.ts'

interface LogInContext {
  domain: Domain
  secretKey: string
  userAgent: string | undefined
  auditRead(event: AuditEvent): void
}

/** The marker of the browser is for its next log-in. */
interface LoggedIn {
  token: string
  userId: number
  device: string
}

/** Opens a session and returns its token. */
export async function logIn(db: Db, context: LogInContext, body: Login): Promise<LoggedIn> {
  const { domain, userAgent, auditRead } = context
  const account = await findAccountByEmail(db, body.email)
  // A comparison in any case, because it is slow: its duration would reveal whether there is an account.
  const isRight = account
    ? await verifyPassword(account.password_hash, body.password)
    : (await findOwnSignUp(db, body.email, body.password)) !== undefined
  if (!isRight || !account) {
    auditRead({ type: 'session.login_failed', ...(account && { subject: account.id }) })
    return fail(isRight ? 'email_not_verified' : 'wrong_credentials')
  }
  // Locks the account before the session is inserted: its foreign key takes a shared lock, and concurrent logins that share it would
  // deadlock. It also detects a password that changed during the slow verification.
  if (!(await saveLogin(db, account))) return fail('wrong_credentials')
  const needsCode = await hasTwoStep(db, account.id)
  if (needsCode && body.code === undefined) return fail('code_required')
  if (needsCode) await validateCode(db, context, account.id, body.code as string)
  const token = await openSession(db, domain, { userId: account.id, userAgent })
  return { token, userId: account.id, device: await rememberDevice(db, account.id, body.device) }
}

async function validateCode(db: Db, { secretKey, auditRead }: LogInContext, userId: number, code: string): Promise<void> {
  try {
    const kind = await consumeCode(db, secretKey, userId, code)
    if (kind === 'recovery') audit(db, { type: 'two_step.recovery_code_used', subject: userId })
  } catch (error) {
    if (error instanceof ApiError) auditRead({ type: 'session.login_failed', subject: userId, after: { why: error.code } })
    throw error
  }
}
