/**
 * Keeps slow lists from blocking the portal: each list has a time limit, and all lists together use only a part of the
 * connections.
 */
import type pg from 'pg'
import { ApiError, fail } from '#api/platform/http/errors/fail.ts'

/**
 * Milliseconds for each statement of a list. The slowest measured search, of 200,000 users and a million sales on a busy
 * machine, takes half of it. Nobody waits longer for a list, so a longer statement would be wasted.
 */
const LIST_TIMEOUT_MS = 5000
/** The other connections stay free for log-ins, payments and everything else. */
const SHARE_OF_CONNECTIONS = 0.6
const retryAfter = { 'retry-after': '2' }

/** Resolves when the caller may start. The caller calls the returned function at its end. */
export type TakeTurn = () => Promise<() => void>

export interface ListLimits {
  timeoutMs: number
  takeTurn: TakeTurn
}

export function listLimits({ options }: pg.Pool, timeoutMs = LIST_TIMEOUT_MS): ListLimits {
  const max = Math.max(1, Math.floor((options.max ?? 10) * SHARE_OF_CONNECTIONS))
  return { timeoutMs, takeTurn: createTurns(max, 2 * timeoutMs) }
}

/** Lets `most` callers run at once. The others wait in order, and are refused if their turn does not come in time. */
function createTurns(max: number, waitMs: number): TakeTurn {
  let free = max
  const waiting = new Set<() => void>()
  const end = () => {
    const [first] = waiting
    if (first) first()
    else free += 1
  }
  return async () => {
    if (free > 0) {
      free -= 1
      return end
    }
    const { promise: hasTurn, resolve } = Promise.withResolvers<boolean>()
    const leave = (withTurn: boolean) => {
      clearTimeout(timer)
      waiting.delete(start)
      resolve(withTurn)
    }
    const start = () => leave(true)
    const timer = setTimeout(() => leave(false), waitMs)
    waiting.add(start)
    return (await hasTurn) ? end : fail('unavailable', { headers: retryAfter })
  }
}

/** Tells the reader what to do if PostgreSQL cancelled the list's statement at the time limit (57014). */
export const explainTimeout = (error: unknown): unknown =>
  (error as { code?: unknown }).code === '57014'
    ? new ApiError('unavailable', {
        message: 'This list takes too long to load. Use a longer search text, or try again in a moment.',
        cause: error,
        headers: retryAfter,
      })
    : error
