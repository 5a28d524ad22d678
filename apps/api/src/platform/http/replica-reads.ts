/** Which calls read on the replica, and how a call gets there. docs/decisions/086-reads-on-a-replica.md. */
import type { Call } from '@vialdesk/contract/call'
import { POSITION, type Position, type Replica } from '#api/db/replica.ts'
import type { OpenTransaction } from '#api/db/transaction.ts'
import { ApiError } from './errors/fail.ts'
import { toApiError } from './errors/to-api-error.ts'

/** The replica did not end a read. */
export class ReplicaFailed extends Error {
  override name = 'ReplicaFailed'
}

/** Reports and searches cost the most. The others are short, and one more round trip would make them slower. */
export function readsReplica({ isReport, answersList }: Pick<Call, 'isReport' | 'answersList'>, query: unknown): boolean {
  const { search } = (query ?? {}) as { search?: unknown }
  return isReport || (answersList && typeof search === 'string' && search.trim() !== '')
}

/**
 * The transaction on the primary has found the session. It is ended if the replica is fresh, else the call goes on in it. A guest stays on
 * the primary.
 */
export async function moveToReplica(
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
export function isReplicaFault(error: unknown): boolean {
  if (error instanceof ApiError || (error as { code?: unknown }).code === TOO_SLOW) return false
  return ['unavailable', 'conflict'].includes(toApiError(error)?.code ?? '')
}
