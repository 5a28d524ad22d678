/**
 * Counts log-ins so that a stranger cannot lock an account out: a browser that is known counts for itself, and an admin can always try
 * from a network that has attempts left.
 */
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { ApiError, fail } from '#api/platform/kernel/fail.ts'
import type { Attempt, RateLimits } from './rate-limits.ts'

interface GivenLogin {
  email: string
  code?: unknown
  device?: unknown
}

function givenLogin(body: unknown): GivenLogin | undefined {
  const { email, ...rest } = (body ?? {}) as Partial<GivenLogin>
  return typeof email === 'string' ? { ...rest, email: emailKeyOf(email) } : undefined
}

const IS_KNOWN = `
  select d.marker_hash
  from known_devices d
  join users u on u.domain_id = d.domain_id and u.id = d.user_id
  where d.domain_id = $1
    and d.marker_hash = $2
    and d.expires_at > now()
    and u.email_key = $3
    and u.active`

async function isKnownDevice(pool: pg.Pool, domainId: number, { email, device }: GivenLogin): Promise<boolean> {
  if (typeof device !== 'string') return false
  const found = await inDomain(pool, domainId, (db) => db.rows(IS_KNOWN, [domainId, hashSecret(device), email]))
  return found.length > 0
}

/** Every admin, not only the last one: a stranger can keep all admins at their bounds at once. */
const IS_ADMIN = `
  select u.id
  from users u
  where u.domain_id = $1
    and u.email_key = $2
    and u.subscription = membership_id('admin')
    and u.active`

/** Tells the admin with this email address of attempts beyond the bound. */
export type OnSparedLogin = (db: Db, email: string) => Promise<void>

/**
 * Runs the log-in. Refuses it after too many attempts. Success takes back what was counted, and so does the question for a code: the password
 * was right, and the same log-in comes again with the code. Input without an email address counts for the network alone.
 */
export async function countLogin(
  { pool, limits, onSparedLogin }: { pool: pg.Pool; limits: RateLimits; onSparedLogin: OnSparedLogin },
  { domainId, ip }: Pick<Attempt, 'domainId' | 'ip'>,
  body: unknown,
  logIn: () => Promise<unknown>,
): Promise<unknown> {
  const login = givenLogin(body)
  const isKnown = login !== undefined && (await isKnownDevice(pool, domainId, login))
  const attempt: Attempt = {
    domainId,
    ip,
    account: login?.email,
    device: isKnown ? (login.device as string) : undefined,
    onSpared: () => inDomain(pool, domainId, (db) => onSparedLogin(db, login?.email ?? '')),
    isAdmin: async () => (await inDomain(pool, domainId, (db) => db.rows(IS_ADMIN, [domainId, login?.email]))).length > 0,
  }
  await limits.takeAttempt('guest_login', attempt)
  const guessesCode = login?.code !== undefined && !isKnown
  if (guessesCode && (await limits.isExhausted('wrong_code', attempt))) fail('too_many', { headers: { 'retry-after': '3600' } })
  try {
    const answer = await logIn()
    await limits.forgiveAttempts('guest_login', attempt)
    return answer
  } catch (error) {
    const refusal = error instanceof ApiError ? error.code : undefined
    if (refusal === 'code_required') await limits.forgiveAttempts('guest_login', attempt, 'onlyThis')
    // This attempt was allowed, so its answer says what was wrong with it. The next one is refused.
    if (guessesCode && refusal === 'wrong_code') await limits.takeAttempt('wrong_code', attempt).catch(ignoreRefusal)
    throw error
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
