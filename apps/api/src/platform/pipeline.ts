/** Runs one served call for one request; see `serve.ts` for the order of things. */
import { createHash } from 'node:crypto'
import type { Call } from '@vialdesk/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { AuditEntry } from '#api/db/db.ts'
import { openTransaction } from '#api/db/transaction.ts'
import { type Actor, actorOf } from './actor.ts'
import type { Domain, FindDomain } from './domains.ts'
import { fail } from './fail.ts'
import type { Ports } from './ports.ts'
import type { TakeAttempt } from './rate-limits.ts'
import { type Doer, entryOf } from './record.ts'
import { admit, type Served } from './serve.ts'
import type { Watch } from './watch.ts'

export interface PipelineParts {
  pool: pg.Pool
  ports: Ports
  findDomain: FindDomain
  watch: Watch
  takeAttempt: TakeAttempt
  /** Parses every answer by the contract, so that a wrong one fails the test that got it. */
  checkAnswers: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    domain: Domain | undefined
    actor: Actor | undefined
  }
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export function tokenHashOf(header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : /^(?:Token|Bearer) +(\S{20,200})$/i.exec(header)?.[1]
  return token === undefined ? undefined : hashToken(token)
}

const ATTEMPTS = 3
/** Two transactions stood in each other's way and PostgreSQL ended one: nothing of it happened, so it may run again. */
const clashed = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')

export function pipeline(served: Served, parts: PipelineParts) {
  const { call } = served
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const domain = (request.domain = await parts.findDomain(request.headers))
    if (!domain) fail('unknown_domain')
    if (call.limit) await parts.takeAttempt(call.limit, { domainId: domain.id, address: request.ip, account: accountIn(request.body) })
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(served, parts, domain, request, reply)
      } catch (error) {
        if (attempt === ATTEMPTS || call.waits || !clashed(error)) throw error
      }
    }
  }
}

function accountIn(body: unknown): string | undefined {
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined
}

async function run(served: Served, parts: PipelineParts, domain: Domain, request: FastifyRequest, reply: FastifyReply) {
  const { call } = served
  const notes: AuditEntry[] = []
  const open = await openTransaction(parts.pool, domain.id, tokenHashOf(request.headers.authorization))
  let answer: unknown
  let ended = false
  try {
    const actor = (request.actor = open.entered && actorOf(open.entered))
    const admitted = admit(call, actor)
    if (typeof admitted === 'string') fail(admitted)
    const doer: Doer = { ...(actor && { actor }), address: request.ip, requestId: request.id }
    const told = { actor, ...admitted, domain, ...inputOf(call, request), doer, watch: (h: Parameters<typeof entryOf>[1]) => void notes.push(entryOf(doer, h)), reply, request }
    if (call.waits) {
      await open.commit()
      ended = true
    }
    answer = await served.handle(told as Parameters<Served['handle']>[0], open.db, parts.ports)
  } catch (error) {
    if (!ended) await open.rollback()
    // Attempts that were refused are worth a line too, though their transaction is gone.
    await writeNotes(parts, domain.id, notes)
    throw error
  }
  if (!ended) await finish(call, open, request)
  await writeNotes(parts, domain.id, notes)
  reply.status(call.status)
  return parts.checkAnswers ? call.answer.parse(answer) : answer
}

/** A change is on disk before its answer leaves; a read need not wait for its empty commit. */
async function finish(call: Call, open: Awaited<ReturnType<typeof openTransaction>>, request: FastifyRequest): Promise<void> {
  const commit = open.commit()
  if (call.writes || open.db.audit.length > 0) return commit
  commit.catch((error) => request.log.warn({ err: error }, 'a read could not end its transaction'))
}

async function writeNotes(parts: PipelineParts, domainId: number, notes: AuditEntry[]): Promise<void> {
  if (notes.length > 0) await Promise.all(notes.map((note) => parts.watch.note(domainId, note)))
}

function inputOf(call: Call, request: FastifyRequest) {
  return {
    params: call.params.parse(request.params),
    query: call.query?.parse(request.query),
    body: call.body?.parse(request.body ?? {}),
  }
}
