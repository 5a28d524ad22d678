/** Logging in: the password first, then the code where two-step sign-in is on. Without the right password nobody learns whether a code is needed. */
import type { Login } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/domains.ts'
import { fail, Refusal } from '#api/platform/fail.ts'
import { passwordFits } from '#api/platform/passwords.ts'
import { type Doer, type Happening, record } from '#api/platform/record.ts'
import { noteLogin, openSession } from './sessions.commands.ts'
import { findAccount } from './sessions.queries.ts'
import { spendCode } from './two-step.commands.ts'
import { hasTwoStep } from './two-step.queries.ts'

export interface Attempt {
  domain: Domain
  doer: Doer
  secretKey: string
  userAgent: string | undefined
  watch(happening: Happening): void
}

/** Opens a session; answers its token and whose it is. */
export async function logIn(db: Db, attempt: Attempt, body: Login): Promise<{ token: string; userId: number }> {
  const { domain, doer, userAgent, watch } = attempt
  const account = await findAccount(db, body.email)
  if (!(await passwordFits(account?.password_hash, body.password)) || !account) {
    watch({ type: 'session.login_failed', ...(account && { subject: account.id }) })
    return fail('wrong_credentials')
  }
  // The account is held from here on: a session that refers to it would share it with log-ins at the same moment, and each would
  // then wait for the others to let go. Looking at a password takes a while, in which it may have been changed.
  if (!(await noteLogin(db, doer, account))) return fail('wrong_credentials')
  const asksCode = await hasTwoStep(db, account.id)
  if (asksCode && body.code === undefined) return fail('code_required')
  if (asksCode) await takeCode(db, attempt, account.id, body.code as string)
  return { token: await openSession(db, domain, doer, { userId: account.id, userAgent }), userId: account.id }
}

async function takeCode(db: Db, { doer, secretKey, watch }: Attempt, userId: number, code: string): Promise<void> {
  try {
    const which = await spendCode(db, secretKey, userId, code)
    if (which === 'recovery') record(db, doer, { type: 'two_step.recovery_code_used', subject: userId })
  } catch (error) {
    if (error instanceof Refusal) watch({ type: 'session.login_failed', subject: userId, after: { why: error.code } })
    throw error
  }
}
