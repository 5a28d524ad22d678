/** Runs one call for one request. The order of the steps is in `serve.ts`. */
import { Readable } from 'node:stream'
import type { Call } from '@vialdesk/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { AuditEntry, Db } from '#api/db/db.ts'
import { openReadTransaction } from '#api/db/read-transaction.ts'
import type { Replica } from '#api/db/replica.ts'
import { inDomain, type OpenTransaction, openTransaction, type RunInTransaction, type SessionRow } from '#api/db/transaction.ts'
import { type Actor, actorOf } from '#api/platform/access/actor.ts'
import type { Domain, FindDomain } from '#api/platform/access/domains.ts'
import type { RememberedSessions } from '#api/platform/access/remembered-sessions.ts'
import { type AuditActor, auditEntryOf } from '#api/platform/audit/audit.ts'
import type { ReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { type FindPatientReads, patientReadFinder } from '#api/platform/audit/patient-reads.ts'
import type { Ports } from '#api/platform/ports.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import { accessTokenHashOf, credentialOf } from './credentials.ts'
import { fail } from './errors/fail.ts'
import { afterChange, auditRefusal, explainCommit, explainSteps } from './errors/uncertainty.ts'
import type { FindCaller } from './limits/callers.ts'
import { countAccessToken, countAttempt, isLogin, withAccount } from './limits/count-attempts.ts'
import { inTurn, type ListLimits } from './limits/list-limits.ts'
import { countLogin, type OnSparedLogin } from './limits/login-attempts.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { isReplicaFault, moveToReplica, ReplicaFailed, readsReplica } from './replica-reads.ts'
import { assertAuthorized, type Endpoint } from './serve.ts'
import { refuseDeepOffset } from './sorted-offset.ts'
import { withUpload } from './uploads.ts'

export interface PipelineOptions {
  pool: pg.Pool
  /** For reports and searches. Undefined: the primary answers all calls. */
  replica: Replica | undefined
  ports: Ports
  findDomain: FindDomain
  sessions: RememberedSessions
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

const ATTEMPTS = 3
/** Two transactions blocked each other and PostgreSQL ended one. It was rolled back, so it may run again. */
const isConflict = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

export function pipeline(endpoint: Endpoint, parts: PipelineOptions) {
  const { call } = endpoint
  const prepared = { endpoint, findPatientReads: patientReadFinder(call) }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    request.domain = domain
    if (call.fromMemory && !accessTokenHashOf(request.headers.authorization)) {
      const answer = await endpoint.handle(buildContext(call, domain, request, reply, undefined, []), undefined, parts.ports)
      return parts.checkAnswers ? checkedAnswer(call, answer) : answer
    }
    await countAccessToken(parts, domain, request)
    const run = () => runWithRetries(prepared, parts, domain, request, reply)
    if (isLogin(call)) return countLogin(parts, { domainId: domain.id, ip: request.ip }, withAccount(call, request.body), run)
    return countAttempt(call, parts, domain, request, run)
  }
}

/**
 * Runs the call, and again after a conflict with another transaction. A list or report waits for its turn first, which ends before its
 * audit is written: that uses other connections.
 */
async function runWithRetries(...[prepared, parts, domain, request, reply]: Parameters<typeof run>): Promise<unknown> {
  const { call } = prepared.endpoint
  const caller = { domainId: domain.id, credential: credentialOf(request), ip: request.ip, response: reply.raw }
  const { answer, entries } = await inTurn(call, parts, caller, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(prepared, parts, domain, request, reply)
      } catch (error) {
        if (attempt === ATTEMPTS || call.usesProviders || !isConflict(error)) throw error
      }
    }
  })
  await afterChange(call, writeAuditEntries(parts, domain.id, entries))
  reply.status(call.status)
  if (call.streams) return sendStream(call.streams, answer as Chunks, reply)
  return parts.checkAnswers ? checkedAnswer(call, answer) : answer
}

interface Prepared {
  endpoint: Endpoint
  findPatientReads: FindPatientReads
}

/** A finished call. The entries are written before its answer leaves. */
interface Finished {
  answer: unknown
  entries: AuditEntry[]
}

/** The database found another session than the one that was remembered. */
class OtherSession extends Error {
  override name = 'OtherSession'
}

interface Beginning {
  /** The session that the token had before. */
  expected?: SessionRow | undefined
  replica?: Replica | undefined
}

/**
 * A read begins with the session that its token had before, and the database checks it in the round trip of the first statement. If it
 * finds another one, or none, the work is thrown away and done again with what it found. A read that the replica could not end is done
 * again on the primary.
 */
async function run(...[prepared, parts, domain, request, reply]: Parameters<typeof runWith>): Promise<Finished> {
  const { call } = prepared.endpoint
  const token = credentialOf(request)
  // A stream has begun, and its headers are set, before the session is confirmed.
  const canBeRepeated = !call.writes && !call.usesProviders && !call.streams
  const replica = canBeRepeated && readsReplica(call, request.query) ? parts.replica : undefined
  const remembers = canBeRepeated && replica === undefined && typeof token === 'string'
  const expected = remembers ? parts.sessions.recall(domain.id, token) : undefined
  if (expected === undefined && replica === undefined) return runWith(prepared, parts, domain, request, reply)
  try {
    return await runWith(prepared, parts, domain, request, reply, { expected, replica })
  } catch (error) {
    if (!(error instanceof OtherSession || error instanceof ReplicaFailed)) throw error
    return runWith(prepared, parts, domain, request, reply)
  }
}

async function begin(
  parts: PipelineOptions,
  call: Call,
  domain: Domain,
  request: FastifyRequest,
  { expected, replica }: Beginning,
): Promise<OpenTransaction> {
  const token = credentialOf(request)
  const statementTimeoutMs = parts.lists.timeoutOf(call)
  const pool = parts.lists.poolOf(call)
  if (expected !== undefined && typeof token === 'string')
    return openReadTransaction(pool, domain.id, token, { expected, statementTimeoutMs })
  const open = await openTransaction(pool, domain.id, token, { statementTimeoutMs })
  if (typeof token === 'string') parts.sessions.remember(domain.id, token, open.session)
  return replica ? moveToReplica(replica, open, statementTimeoutMs) : open
}

/** Throws OtherSession if the database did not find the expected session. */
async function confirmSession({ isConfirmed }: OpenTransaction): Promise<void> {
  if (!(await isConfirmed())) throw new OtherSession('The session is not the one that was remembered')
}

async function runWith(
  { endpoint, findPatientReads }: Prepared,
  parts: PipelineOptions,
  domain: Domain,
  request: FastifyRequest,
  reply: FastifyReply,
  beginning: Beginning = {},
): Promise<Finished> {
  const { call } = endpoint
  const entries: AuditEntry[] = []
  const pool = parts.lists.poolOf(call)
  const open = await begin(parts, call, domain, request, beginning)
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
    await confirmSession(open)
  } catch (caught) {
    // A refusal may follow from a session that is another one by now.
    const error = await confirmSession(open).then(
      () => caught,
      (cause) => cause,
    )
    await transaction.rollback(error)
    if (error instanceof OtherSession) throw error
    if (open.isCopy && beginning.replica && isReplicaFault(error)) {
      beginning.replica.reportFailure(error)
      throw new ReplicaFailed('The replica did not end the read', { cause: error })
    }
    const explained = call.writes ? explainSteps(error) : error
    await auditRefusal(call, explained, writeAuditEntries(parts, domain.id, entries), request.log)
    throw explained
  }
  await finish(call, open.db, transaction, request)
  return { answer, entries }
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
  const admitted = assertAuthorized(call, actor)
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
