/** Runs one call for one request, in ten steps. */
import { Readable } from 'node:stream'
import type { Call } from '@vialdesk/contract/base/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { AuditEntry } from '#api/db/db.ts'
import { inDomain, type OpenTransaction, type RunInTransaction } from '#api/db/transaction.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain, FindDomain } from '#api/platform/access/domains.ts'
import type { ReadAudits } from '#api/platform/audit/batch-read-audits.ts'
import { type FindPatientReads, patientReadFinder } from '#api/platform/audit/patient-reads.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { buildContext, type CallRequest } from './call-context.ts'
import { accessTokenHashOf, credentialOf } from './credentials.ts'
import { afterChange, auditRefusal, explainCommit, explainSteps } from './errors/uncertainty.ts'
import type { FindCaller } from './limits/callers.ts'
import { countAccessToken, countAttempt, isLogin, withAccount } from './limits/count-attempts.ts'
import { inTurn } from './limits/list-limits.ts'
import { countLogin, type OnSparedLogin } from './limits/login-attempts.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { inTransactionOfCall, type ReadPath } from './read-path.ts'
import type { Endpoint } from './serve.ts'
import { withUpload } from './uploads.ts'

export interface PipelineOptions extends ReadPath {
  pool: pg.Pool
  ports: Ports
  findDomain: FindDomain
  /** Writes the audit of reads. */
  readAudits: ReadAudits
  limits: RateLimits
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

interface Run extends CallRequest {
  endpoint: Endpoint
  findPatientReads: FindPatientReads
  parts: PipelineOptions
}

/** A finished call. The entries are written before its answer leaves. */
interface Finished {
  answer: unknown
  entries: AuditEntry[]
}

export function pipeline(endpoint: Endpoint, parts: PipelineOptions) {
  const { call } = endpoint
  const prepared = { endpoint, call, parts, findPatientReads: patientReadFinder(call) }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // 1. The domain.
    const domain = (await parts.findDomain(request)) ?? fail('unknown_domain')
    request.domain = domain
    const run: Run = { ...prepared, domain, request, reply }
    if (call.fromMemory && !accessTokenHashOf(request.headers.authorization)) {
      const answer = await endpoint.handle(buildContext(run, undefined, []), undefined, parts.ports)
      return checkedAnswer(run, answer)
    }
    // 2. The limits of attempts.
    await countAccessToken(parts, domain, request)
    const work = () => answerInTurn(run)
    if (isLogin(call)) return countLogin(parts, { domainId: domain.id, ip: request.ip }, withAccount(call, request.body), work)
    return countAttempt(call, parts, domain, request, work)
  }
}

async function answerInTurn(run: Run): Promise<unknown> {
  const { call, parts, domain, request, reply } = run
  // 3. A list or report waits for its turn. It ends before the audit is written, which uses other connections.
  const caller = { domainId: domain.id, credential: credentialOf(request), ip: request.ip, response: reply.raw }
  const { answer, entries } = await inTurn(call, parts, caller, () => runWithRetries(run))
  // 9. The audit of what was read, before it leaves.
  await afterChange(call, writeAuditEntries(run, entries))
  // 10. The answer.
  reply.status(call.status)
  return call.streams ? sendStream(call.streams, answer as Chunks, reply) : checkedAnswer(run, answer)
}

const ATTEMPTS = 3
/** Two transactions blocked each other and PostgreSQL ended one. It was rolled back, so it may run again. */
const isConflict = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

async function runWithRetries(run: Run): Promise<Finished> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runInTransaction(run)
    } catch (error) {
      if (attempt === ATTEMPTS || run.call.usesProviders || !isConflict(error)) throw error
    }
  }
}

async function runInTransaction(run: Run): Promise<Finished> {
  const { call, parts, domain, request } = run
  const entries: AuditEntry[] = []
  const work = async (open: OpenTransaction) => ({ open, answer: await handle(run, open, entries) })
  const forget = () => void entries.splice(0)
  // 4. The transaction, which finds the session.
  const { open, answer } = await inTransactionOfCall(call, parts, domain.id, request, work, forget).catch(async (error) => {
    const explained = call.writes ? explainSteps(error) : error
    await auditRefusal(call, explained, writeAuditEntries(run, entries), request.log)
    throw explained
  })
  // 8. The commit.
  await commit(call, open, request)
  return { answer, entries }
}

async function handle(run: Run, open: OpenTransaction, entries: AuditEntry[]): Promise<unknown> {
  const { endpoint, call, parts, domain, request } = run
  const pool = parts.lists.poolOf(call)
  const ports = { ...parts.ports, pool }
  // 5. The access table and the input.
  const context = buildContext(run, open.session, entries)
  if (call.usesProviders) await open.commit()
  // 6. The handler.
  const answer = call.upload
    ? await withUpload(call, request, (body) => endpoint.handle({ ...context, body }, undefined, ports))
    : await endpoint.handle(context, open.db, ports)
  // 7. The patients whose data it answers.
  const transact: RunInTransaction = call.usesProviders ? (work) => inDomain(pool, domain.id, work) : (work) => work(open.db)
  const reads = run.findPatientReads({ ...context, answer, audited: open.db.auditEntries }, transact)
  for (const read of await (call.usesProviders ? afterChange(call, reads) : reads)) context.auditRead(read)
  return answer
}

/** A change is on disk before its answer leaves. A read does not wait for its empty commit. */
async function commit(call: Call, open: OpenTransaction, request: FastifyRequest): Promise<void> {
  const committed = open.commit()
  if (call.writes) return committed.catch((error) => Promise.reject(explainCommit(error)))
  if (open.db.auditEntries.length > 0) return committed
  committed.catch((error) => request.log.warn({ err: error }, 'could not commit the transaction of a read'))
}

/** A wrong answer is our fault, so it is a 500. */
function checkedAnswer({ call, parts }: Run, answer: unknown): unknown {
  if (!parts.checkAnswers) return answer
  const { success, data, error } = call.answer.safeParse(answer)
  if (!success) throw new Error(`The answer of ${call.key} does not fit its contract`, { cause: error })
  return data
}

async function writeAuditEntries({ parts, domain }: Run, entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await Promise.all(entries.map((entry) => parts.readAudits.append(domain.id, entry)))
}

type Chunks = AsyncIterable<string | Uint8Array>

/** If the reader disconnects, the stream ends, and the `finally` block of its generator still runs. */
function sendStream(type: string, pieces: Chunks, reply: FastifyReply): Readable {
  reply.type(type)
  return pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false })
}
