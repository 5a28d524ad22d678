/** Finds the failures after which nobody knows whether a change was saved. */
import type { RunInTransaction } from '#api/db/transaction.ts'
import { ApiError } from './fail.ts'
import { chainOf, toApiError } from './to-api-error.ts'

/** PostgreSQL refused the statement, so it has rolled back. */
const isRefused = (error: unknown) => chainOf(error).some((link) => (link as { severity?: unknown }).severity === 'ERROR')

/** The error of a commit. Without an answer of PostgreSQL, nobody knows whether it was saved. */
export function explainCommit(error: unknown): unknown {
  if (error instanceof ApiError || isRefused(error) || toApiError(error)?.code !== 'unavailable') return error
  return new ApiError('uncertain', { cause: error })
}

/** Errors of the transactions of calls that have several. */
const ofLaterSteps = new WeakSet<object>()

/**
 * For calls that change data in several transactions: notes the errors of all but a first one that did not begin. The error itself stays
 * the same, because commands decide by it what to do.
 */
export function noteSteps(inTransaction: RunInTransaction): RunInTransaction {
  let hasBegun = false
  return async (work) => {
    try {
      return await inTransaction((db) => {
        hasBegun = true
        return work(db)
      })
    } catch (error) {
      if (hasBegun && error instanceof Error) ofLaterSteps.add(error)
      throw error
    }
  }
}

/** The error of a call. If a noted one is its cause, earlier transactions of the call may be saved. */
export const explainSteps = (error: unknown): unknown =>
  chainOf(error).some((link) => ofLaterSteps.has(link as object)) ? explainCommit(error) : error
