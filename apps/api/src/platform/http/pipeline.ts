/** Runs one call for one request. The order of the steps is in `serve.ts`. */
import { Readable } from 'node:stream'
import { callAccess } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import { membershipIds } from '@vialdesk/contract/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { AuditEntry, Db } from '#api/db/db.ts'
import {
  type AccessTokenHash,
  inDomain,
  type OpenTransaction,
  openTransaction,
  type RunInTransaction,
  type SessionRow,
} from '#api/db/transaction.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { isAccessToken } from '#api/platform/access/access-token.ts'
import { type Actor, actorOf } from '#api/platform/access/actor.ts'
import type { Domain, FindDomain } from '#api/platform/access/domains.ts'
import { type AuditActor, auditEntryOf } from '#api/platform/audit/audit.ts'
import type { ReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { type FindPatientReads, patientReadFinder } from '#api/platform/audit/patient-reads.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import type { Ports } from '#api/platform/ports.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import { fail } from './errors/fail.ts'
import { afterChange, auditRefusal, explainCommit, explainSteps } from './errors/uncertainty.ts'
import type { FindCaller } from './limits/callers.ts'
import { inTurn, type ListLimits } from './limits/list-limits.ts'
import { countLogin, type OnSparedLogin } from './limits/login-attempts.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { authorize, type Endpoint } from './serve.ts'
import { refuseDeepOffset } from './sorted-offset.ts'
import { withUpload } from './uploads.ts'

export interface PipelineOptions {
  pool: pg.Pool
  ports: Ports
  findDomain: FindDomain
  readAudits: ReadAudits
  limits: RateLimits
  lists: ListLimits
  findCaller: FindCaller
  onSparedLogin: OnSparedLogin
  /** For tests: parses every answer with its schema, and fails the call if the answer does not fit. */
  checkAnswers: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    domain: Domain | undefined
    actor: Actor | undefined
  }
}

const tokenOf = (header: string | undefined) => (header && /^(?:Token|Bearer) +(\S{20,200})$/i.exec(header)?.[1]) || undefined

/** The hash of a session's token. Undefined for an access token: only calls of the contract accept it. */
export function tokenHashOf(header: string | undefined): string | undefined {
  const token = tokenOf(header)
  return token === undefined || isAccessToken(token) ? undefined : sha256(token)
}

function accessTokenHashOf(header: string | undefined): AccessTokenHash | undefined {
  const token = tokenOf(header)
  return token !== undefined && isAccessToken(token) ? { accessToken: sha256(token) } : undefined
}

const credentialOf = ({ headers: { authorization } }: FastifyRequest) =>
  accessTokenHashOf(authorization) ?? tokenHashOf(authorization)

const ATTEMPTS = 3
/** Two transactions blocked each other and PostgreSQL ended one. It was rolled back, so it may run again. */
const isConflict = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

export function pipeline(endpoint: Endpoint, parts: PipelineOptions) {
  const { call } = endpoint
  const prepared = { endpoint, findPatientReads: patientReadFinder(call) }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    request.domain = domain
    await countAccessToken(parts, domain, request)
    const run = () => runWithRetries(prepared, parts, domain, request, reply)
    if (isLogin(call)) return countLogin(parts, { domainId: domain.id, ip: request.ip }, withAccount(call, request.body), run)
    await countAttempt(call, parts, domain, request)
    return run()
  }
}

/** Runs the call, and again after a conflict with another transaction. A list or report waits for its turn first. */
async function runWithRetries(...[prepared, parts, domain, request, reply]: Parameters<typeof run>): Promise<unknown> {
  const { call } = prepared.endpoint
  const caller = { domainId: domain.id, credential: credentialOf(request), ip: request.ip, response: reply.raw }
  return inTurn(call, parts, caller, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(prepared, parts, domain, request, reply)
      } catch (error) {
        if (attempt === ATTEMPTS || call.usesProviders || !isConflict(error)) throw error
      }
    }
  })
}

/**
 * A log-in is counted for browser and network, and its success shows that the caller was not guessing. A signed-in user who knows
 * the password may still be guessing codes.
 */
const isLogin = (call: Call) => call.rateLimit === 'login' && callAccess[call.key] === 'public'

/** Guesses of the password of a sign-up count for its link, which takes the place of the email. */
function withAccount(call: Call, body: unknown): unknown {
  if (call.key !== 'POST /auth/verify-email/') return body
  const token = (body as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' ? { email: `link ${sha256(token)}` } : undefined
}

/** Counts every call with an access token, before the token is looked up. So guesses of tokens are counted too. */
async function countAccessToken({ limits }: PipelineOptions, domain: Domain, { headers, ip }: FastifyRequest): Promise<void> {
  const hash = accessTokenHashOf(headers.authorization)
  if (hash) await limits.takeAttempt('access_token', { domainId: domain.id, ip, account: hash.accessToken })
}

/** Refuses after too many attempts. */
async function countAttempt(call: Call, parts: PipelineOptions, domain: Domain, request: FastifyRequest): Promise<void> {
  if (!call.rateLimit || (call.rateLimitField && !hasField(request.body, call.rateLimitField))) return
  const isMachine = accessTokenHashOf(request.headers.authorization) !== undefined
  // A machine with a lost token must not make accounts without end, so it counts as a guest.
  const needsUser = callAccess[call.key] !== 'public' || (call.rateLimitsGuestsOnly && !isMachine)
  const user = needsUser ? await findSignedInUser(parts.pool, domain, request) : undefined
  if (user && call.rateLimitsGuestsOnly) return
  // Attempts of a signed-in user count for that user: a second session or another e-mail address in the body gives no more
  // attempts. In another account, passwords and codes are those of the person who acts.
  const userId = call.rateLimit === 'login' ? (user?.impersonatorId ?? user?.id) : user?.id
  const account = user ? `user ${userId}` : accountIn(call, request.body)
  // With both, an account can make the portal send mails to addresses of its choice.
  const mails = call.rateLimit === 'invite' || (call.rateLimitField === 'password_current' && hasField(request.body, 'email'))
  const limit = mails && user?.isVerified === false ? 'invite_unverified' : call.rateLimit
  await parts.limits.takeAttempt(limit, { domainId: domain.id, ip: request.ip, account })
}

/**
 * Undefined for a token without a live session. The connection is released before anything is counted, because counting
 * needs one too.
 */
async function findSignedInUser(pool: pg.Pool, domain: Domain, request: FastifyRequest) {
  const credential = credentialOf(request)
  if (credential === undefined) return undefined
  const { db, session, rollback } = await openTransaction(pool, domain.id, credential)
  try {
    if (!session) return undefined
    const { user_id: id, impersonator_id: impersonatorId } = session
    return { id, impersonatorId, isVerified: await isVerified(db, session) }
  } finally {
    await rollback()
  }
}

/** Admins are trusted without a check, even in another user's account. Others must have opened a link that was mailed to them. */
async function isVerified(db: Db, { user_id, subscription, kind }: SessionRow): Promise<boolean> {
  if (subscription === membershipIds.admin || kind === 'impersonation') return true
  const text = 'select email_verified_at is not null as verified from users where domain_id = $1 and id = $2'
  const [found] = await db.rows<{ verified: boolean }>(text, [db.domainId, user_id])
  return found?.verified ?? false
}

const hasField = (body: unknown, field: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, field)

function accountIn(call: Call, body: unknown): string | undefined {
  if (call.rateLimit === 'domain_password') return 'the domain'
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? emailKeyOf(email) : undefined
}

interface Prepared {
  endpoint: Endpoint
  findPatientReads: FindPatientReads
}

async function run(
  { endpoint, findPatientReads }: Prepared,
  parts: PipelineOptions,
  domain: Domain,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { call } = endpoint
  const entries: AuditEntry[] = []
  const pool = parts.lists.poolOf(call)
  const open = await openTransaction(pool, domain.id, credentialOf(request), parts.lists.timeoutOf(call))
  const transaction = endOnce(open)
  const ports = { ...parts.ports, pool }
  let answer: unknown
  try {
    const context = buildContext(call, domain, request, reply, open.session, entries)
    if (call.usesProviders) await transaction.commit()
    answer = call.upload
      ? await withUpload(call, request, (body) => endpoint.handle({ ...context, body }, undefined, ports))
      : await endpoint.handle(context, open.db, ports)
    const transact: RunInTransaction = call.usesProviders ? (work) => inDomain(pool, domain.id, work) : (work) => work(open.db)
    const reads = findPatientReads({ ...context, answer, audited: open.db.auditEntries }, transact)
    for (const read of await (call.usesProviders ? afterChange(call, reads) : reads)) context.auditRead(read)
  } catch (error) {
    await transaction.rollback(error)
    const explained = call.writes ? explainSteps(error) : error
    await auditRefusal(call, explained, writeAuditEntries(parts, domain.id, entries), request.log)
    throw explained
  }
  await finish(call, open.db, transaction, request)
  await afterChange(call, writeAuditEntries(parts, domain.id, entries))
  reply.status(call.status)
  if (call.streams) return sendStream(call.streams, answer as Chunks, reply)
  return parts.checkAnswers ? checkedAnswer(call, answer) : answer
}

type Chunks = AsyncIterable<string | Uint8Array>

/** If the reader disconnects, the stream ends, and the `finally` block of its generator still runs. */
function sendStream(type: string, pieces: Chunks, reply: FastifyReply): Readable {
  reply.type(type)
  return pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false })
}

/** Builds the context of the handler. Refuses a caller who may not make this call. */
function buildContext(
  call: Call,
  domain: Domain,
  request: FastifyRequest,
  reply: FastifyReply,
  entered: SessionRow | undefined,
  entries: AuditEntry[],
): Parameters<Endpoint['handle']>[0] {
  const actor = entered && actorOf(entered)
  request.actor = actor
  // An expired session is not a guest: answer 401. Nor is a machine with a token that is over, on any call.
  if (!actor && (accessTokenHashOf(request.headers.authorization) || (call.rateLimitsGuestsOnly && credentialOf(request))))
    fail('unauthenticated')
  const admitted = authorize(call, actor)
  if (typeof admitted === 'string') fail(admitted)
  const auditActor: AuditActor = { ...(actor && { actor }), ip: request.ip, requestId: request.id }
  return {
    actor,
    ...admitted,
    domain,
    ...inputOf(call, request),
    auditActor: auditActor,
    auditRead: (event) => void entries.push(auditEntryOf(auditActor, event)),
    reply,
    request,
  } as Parameters<Endpoint['handle']>[0]
}

type TransactionEnd = Pick<OpenTransaction, 'commit' | 'rollback'>

/** A call that uses providers ends its transaction before its handler runs. Ending it again does nothing. */
function endOnce({ commit, rollback }: OpenTransaction): TransactionEnd {
  let ended = false
  const once =
    <T extends unknown[]>(end: (...given: T) => Promise<void>) =>
    async (...given: T) => {
      if (ended) return
      ended = true
      await end(...given)
    }
  return { commit: once(commit), rollback: once(rollback) }
}

/** A change is on disk before its answer leaves. A read does not wait for its empty commit. */
async function finish(call: Call, db: Db, { commit }: TransactionEnd, request: FastifyRequest): Promise<void> {
  const committed = commit()
  if (call.writes) return committed.catch((error) => Promise.reject(explainCommit(error)))
  if (db.auditEntries.length > 0) return committed
  committed.catch((error) => request.log.warn({ err: error }, 'could not commit the transaction of a read'))
}

/** A wrong answer is our fault, so it is a 500. */
function checkedAnswer(call: Call, answer: unknown): unknown {
  const { success, data, error } = call.answer.safeParse(answer)
  if (!success) throw new Error(`The answer of ${call.key} does not fit its contract`, { cause: error })
  return data
}

async function writeAuditEntries(parts: PipelineOptions, domainId: number, entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await Promise.all(entries.map((entry) => parts.readAudits.append(domainId, entry)))
}

function inputOf(call: Call, request: FastifyRequest) {
  const params = call.params.safeParse(request.params)
  // A value that cannot be an id names no row.
  if (!params.success) fail('not_found')
  refuseCardNumbers(call, request.query, request.body)
  return {
    params: params.data,
    query: refuseDeepOffset(call.query?.parse(request.query)),
    // A form with a file is read after authorization and outside the transaction.
    body: call.upload ? undefined : call.body?.parse(request.body ?? {}),
  }
}
