/**
 * The transaction of a call, and the shorter ways of reads: from a remembered session (docs/decisions/089-statements-in-batches.md), and on
 * a replica (docs/decisions/086-reads-on-a-replica.md). A read whose shorter way fails is done again on the usual one.
 */
import type { Call } from '@vialdesk/contract/base/call'
import type { FastifyRequest } from 'fastify'
import { openReadTransaction } from '#api/db/read-transaction.ts'
import { POSITION, type Position, type Replica } from '#api/db/replica.ts'
import { type OpenTransaction, openTransaction, type SessionRow } from '#api/db/transaction.ts'
import type { RememberedSessions } from '#api/platform/access/remembered-sessions.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'
import { credentialOf } from './credentials.ts'
import { toApiError } from './errors/to-api-error.ts'
import type { ListLimits } from './limits/list-limits.ts'

export interface ReadPath {
  /** For reports and searches. Undefined: the primary answers all calls. */
  replica: Replica | undefined
  sessions: RememberedSessions
  lists: ListLimits
}

interface Caller {
  call: Call
  domainId: number
  token: ReturnType<typeof credentialOf>
}

/** A shorter way than to look up the session first and to stay on the primary. */
interface ShortWay {
  /** The session that the token had before. */
  expected?: SessionRow | undefined
  replica?: Replica | undefined
}

/** The work is thrown away and done again on the usual way. */
class ShortWayFailed extends Error {
  override name = 'ShortWayFailed'
}

/**
 * Runs `work` in a transaction of the domain and of the caller's session. Rolls back when it fails; `work` or its caller commits. `forget` is
 * called before the work is done again.
 */
export async function inTransactionOfCall<Result>(
  call: Call,
  parts: ReadPath,
  domainId: number,
  request: FastifyRequest,
  work: (open: OpenTransaction) => Promise<Result>,
  forget: () => void,
): Promise<Result> {
  const caller = { call, domainId, token: credentialOf(request) }
  const shortWay = shortWayOf(caller, parts, request.query)
  if (shortWay === undefined) return attempt(caller, parts, work)
  try {
    return await attempt(caller, parts, work, shortWay)
  } catch (error) {
    if (!(error instanceof ShortWayFailed)) throw error
    forget()
    return attempt(caller, parts, work)
  }
}

function shortWayOf({ call, domainId, token }: Caller, parts: ReadPath, query: unknown): ShortWay | undefined {
  // A stream has begun, and its headers are set, before the session is confirmed.
  if (call.writes || call.usesProviders || call.streams) return undefined
  if (parts.replica && readsReplica(call, query)) return { replica: parts.replica }
  const expected = typeof token === 'string' ? parts.sessions.recall(domainId, token) : undefined
  return expected && { expected }
}

/** Reports and searches cost the most. The others are short, and one more round trip would make them slower. */
function readsReplica({ isReport, answersList }: Call, query: unknown): boolean {
  const { search } = (query ?? {}) as { search?: unknown }
  return isReport || (answersList && typeof search === 'string' && search.trim() !== '')
}

async function attempt<Result>(
  caller: Caller,
  parts: ReadPath,
  work: (open: OpenTransaction) => Promise<Result>,
  shortWay: ShortWay = {},
): Promise<Result> {
  const begun = await begin(caller, parts, shortWay)
  const open = endOnce(begun)
  try {
    const result = await work(open)
    await confirmSession(open)
    return result
  } catch (caught) {
    // A refusal may follow from a session that is another one by now.
    const error = await confirmSession(open).then(
      () => caught,
      (cause) => cause,
    )
    await open.rollback(error)
    if (!open.isCopy || !shortWay.replica || !isReplicaFault(error)) throw error
    shortWay.replica.reportFailure(error)
    throw new ShortWayFailed('The replica did not end the read', { cause: error })
  }
}

async function begin(
  { call, domainId, token }: Caller,
  parts: ReadPath,
  { expected, replica }: ShortWay,
): Promise<OpenTransaction> {
  const statementTimeoutMs = parts.lists.timeoutOf(call)
  const pool = parts.lists.poolOf(call)
  if (expected !== undefined && typeof token === 'string')
    return openReadTransaction(pool, domainId, token, { expected, statementTimeoutMs })
  const open = await openTransaction(pool, domainId, token, { statementTimeoutMs })
  if (typeof token === 'string') parts.sessions.remember(domainId, token, open.session)
  return replica ? moveToReplica(replica, open, statementTimeoutMs) : open
}

async function confirmSession({ isConfirmed }: OpenTransaction): Promise<void> {
  if (!(await isConfirmed())) throw new ShortWayFailed('The session is not the one that was remembered')
}

/** A call that uses providers ends its transaction before its handler runs. Ending it again does nothing. */
function endOnce(open: OpenTransaction): OpenTransaction {
  let ended = false
  const once =
    <T extends unknown[]>(end: (...given: T) => Promise<void>) =>
    async (...given: T) => {
      if (ended) return
      ended = true
      await end(...given)
    }
  return { ...open, commit: once(open.commit), rollback: once(open.rollback) }
}

/**
 * The transaction on the primary has found the session. It is ended if the replica is fresh, else the call goes on in it. A guest stays on
 * the primary.
 */
async function moveToReplica(
  replica: Replica,
  open: OpenTransaction,
  statementTimeoutMs: number | undefined,
): Promise<OpenTransaction> {
  const { db, session } = open
  if (session === undefined) return open
  try {
    const [position] = await db.rows<Position>(POSITION, [])
    const copy = position && (await replica.begin('read', db.domainId, position, { session, statementTimeoutMs }))
    if (copy === undefined) return open
    // The look-up of the session may have noted when it was used. The read needs not wait for that.
    open.commit().catch(() => {})
    return copy
  } catch (error) {
    await open.rollback(error)
    throw error
  }
}

/** PostgreSQL's code for a statement that took too long: the primary would not be faster. */
const TOO_SLOW = '57014'

/** The replica was stopped, or replaying the log of the primary ended the read. */
function isReplicaFault(error: unknown): boolean {
  if (error instanceof ApiError || (error as { code?: unknown }).code === TOO_SLOW) return false
  return ['unavailable', 'conflict'].includes(toApiError(error)?.code ?? '')
}
