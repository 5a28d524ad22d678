/** Finds the failures after which nobody knows whether a change was saved. */
import type { Call } from '@vialdesk/contract/base/call'
import type { FastifyBaseLogger } from 'fastify'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'
import { chainOf, toApiError } from './to-api-error.ts'

/** PostgreSQL refused the statement, so it has rolled back. */
const isRefused = (error: unknown) => chainOf(error).some((link) => (link as { severity?: unknown }).severity === 'ERROR')

/** The error of a commit. Without an answer of PostgreSQL, nobody knows whether it was saved. */
export function explainCommit(error: unknown): unknown {
  if (error instanceof ApiError || isRefused(error) || toApiError(error)?.code !== 'unavailable') return error
  return new ApiError('uncertain', { cause: error })
}

/**
 * The error of work after a commit of the same call. Even if PostgreSQL refused this work, the call has saved something. A refusal that was
 * meant for the reader stays.
 */
function explainSaved(error: unknown): unknown {
  const code = toApiError(error)?.code ?? 'internal'
  if (error instanceof ApiError || !['unavailable', 'conflict', 'internal'].includes(code)) return error
  return new ApiError('uncertain', { cause: error })
}

/** Errors of the transactions of calls that have several, and the explanation that fits. */
const explanations = new WeakMap<object, (error: unknown) => unknown>()

/**
 * For calls that change data in several transactions: notes the errors of all but a first one that did not begin. The error itself stays
 * the same, because commands decide by it what to do.
 */
export function noteSteps(inTransaction: RunInTransaction): RunInTransaction {
  let hasBegun = false
  let hasCommitted = false
  return async (work) => {
    try {
      const result = await inTransaction((db) => {
        hasBegun = true
        return work(db)
      })
      hasCommitted = true
      return result
    } catch (error) {
      if (hasBegun && error instanceof Error) explanations.set(error, hasCommitted ? explainSaved : explainCommit)
      throw error
    }
  }
}

/** The error of a call. If a noted one is its cause, transactions of the call may be saved. */
export function explainSteps(error: unknown): unknown {
  const noted = chainOf(error).find((link) => explanations.has(link as object))
  return explanations.get(noted as object)?.(error) ?? error
}

/** Work after the change of the call was saved. */
export const afterChange = <T>(call: Call, work: Promise<T>): Promise<T> =>
  call.writes ? work.catch((error) => Promise.reject(explainSaved(error))) : work

/**
 * Waits for the audit of a refused call. A refusal that cannot be audited is not answered, or guesses would leave no trace. But the answer
 * must not say that nothing was saved when a step of the call may be saved, so then the refusal itself is answered.
 */
export async function auditRefusal(call: Call, refusal: unknown, written: Promise<void>, log: FastifyBaseLogger): Promise<void> {
  const mayBeSaved = call.writes && (call.usesProviders || (refusal instanceof ApiError && refusal.code === 'uncertain'))
  try {
    await written
  } catch (error) {
    if (!mayBeSaved) throw error
    log.error({ err: error, call: call.key }, 'could not audit a refused change')
  }
}
