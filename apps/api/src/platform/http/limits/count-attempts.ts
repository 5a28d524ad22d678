/** Counts the attempts of calls with a rate limit, and calls with an access token. */
import type { Call } from '@vialdesk/contract/base/call'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { type Actor, actorOf } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { accessTokenHashOf, credentialOf } from '#api/platform/http/credentials.ts'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { assertAuthorized } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { Attempt, LimitName, RateLimits } from './rate-limits.ts'

interface Parts {
  pool: pg.Pool
  limits: RateLimits
}

/**
 * A log-in is counted for browser and network, and its success shows that the caller was not guessing. A signed-in user who knows
 * the password may still be guessing codes.
 */
export const isLogin = (call: Call) => call.rateLimit === 'login' && call.access === 'public'

/** Guesses of the password of a sign-up count for its link, which takes the place of the email. */
export function withAccount(call: Call, body: unknown): unknown {
  if (call.key !== 'POST /auth/verify-email/') return body
  const token = (body as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' ? { email: `link ${sha256(token)}` } : undefined
}

/** Counts every call with an access token, before the token is looked up. So guesses of tokens are counted too. */
export async function countAccessToken({ limits }: Parts, domain: Domain, { headers, ip }: FastifyRequest): Promise<void> {
  const hash = accessTokenHashOf(headers.authorization)
  if (hash) await limits.takeAttempt('access_token', { domainId: domain.id, ip, account: hash.accessToken })
}

interface Count {
  limit: LimitName
  attempt: Attempt
}

/**
 * Runs the call. Refuses it after too many attempts. A refused call has sent no mail, so it does not count as one: it counts as a look-up,
 * because it may have tried whether an address is known.
 */
export async function countAttempt(
  call: Call,
  parts: Parts,
  domain: Domain,
  request: FastifyRequest,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { attempts, mails } = await countsOf(call, parts, domain, request)
  for (const { limit, attempt } of [...attempts, ...mails]) await parts.limits.takeAttempt(limit, attempt)
  try {
    return await run()
  } catch (error) {
    if (mails[0] && isRefusal(error)) {
      for (const { limit, attempt } of mails) await parts.limits.forgiveAttempts(limit, attempt, 'onlyThis')
      await parts.limits.takeAttempt('lookup', { ...mails[0].attempt, apart: undefined })
    }
    throw error
  }
}

const isRefusal = (error: unknown): boolean => (toApiError(error)?.status ?? 500) < 500

/**
 * What a call counts for: `mails` only if it succeeds. A call that needs a session is refused first to those who may not make it: that is
 * no attempt.
 */
async function countsOf(
  call: Call,
  { pool }: Parts,
  domain: Domain,
  request: FastifyRequest,
): Promise<Record<'attempts' | 'mails', Count[]>> {
  const none = { attempts: [], mails: [] }
  if (!call.rateLimit || (call.rateLimitField && !hasField(request.body, call.rateLimitField))) return none
  const isMachine = accessTokenHashOf(request.headers.authorization) !== undefined
  // A machine with a lost token must not make accounts without end, so it counts as a guest.
  const needsUser = call.access !== 'public' || (call.rateLimitsGuestsOnly && !isMachine)
  const user = needsUser ? await findSignedInUser(call, pool, domain, request) : undefined
  if (user && call.rateLimitsGuestsOnly) return none
  // Attempts of a signed-in user count for that user: a second session or another e-mail address in the body gives no more
  // attempts. In another account, passwords and codes are those of the person who acts.
  const userId = call.rateLimit === 'login' ? (user?.impersonatorId ?? user?.id) : user?.id
  const account = user ? `user ${userId}` : accountIn(call, request.body)
  const attempt = { domainId: domain.id, ip: request.ip, account }
  const sends = call.rateLimit === 'invite'
  // With both, an account can make the portal send mails to addresses of its choice.
  const isLimited =
    (sends || (call.rateLimitField === 'password_current' && hasField(request.body, 'email'))) && user?.maySendMails === false
  const mails: LimitName[] = [...(sends ? ['invite' as const] : []), ...(isLimited ? ['invite_unverified' as const] : [])]
  return {
    attempts: sends ? [] : [{ limit: call.rateLimit, attempt }],
    mails: mails.map((limit) => ({ limit, attempt: { ...attempt, apart: call.key } })),
  }
}

/**
 * Undefined for a guest of a public call. The connection is released before anything is counted, because counting needs one too.
 */
async function findSignedInUser(call: Call, pool: pg.Pool, domain: Domain, request: FastifyRequest) {
  const isPublic = call.access === 'public'
  const credential = credentialOf(request)
  if (credential === undefined) return isPublic ? undefined : fail('unauthenticated')
  const { db, session, rollback } = await openTransaction(pool, domain.id, credential)
  try {
    request.actor = session && actorOf(session)
    if (!isPublic) assertAuthorized(call, request.actor)
    if (!session) return undefined
    const { user_id: id, impersonator_id: impersonatorId } = session
    return { id, impersonatorId, maySendMails: await maySendMails(db, { id, impersonatorId }) }
  } finally {
    await rollback()
  }
}

/** Whether the person who acts is trusted to send mails: an admin, or somebody who opened a link that was mailed to the own address. */
export async function maySendMails(db: Db, { id, impersonatorId }: Pick<Actor, 'id' | 'impersonatorId'>): Promise<boolean> {
  const text = `
    select email_verified_at is not null or subscription = membership_id('admin') as trusted
    from users
    where domain_id = $1 and id = $2`
  const [found] = await db.rows<{ trusted: boolean }>(text, [db.domainId, impersonatorId ?? id])
  return found?.trusted ?? false
}

const hasField = (body: unknown, field: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, field)

function accountIn(call: Call, body: unknown): string | undefined {
  if (call.rateLimit === 'domain_password') return 'the domain'
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? emailKeyOf(email) : undefined
}
