/** Keeps slow lists from stopping the portal: a list may take only so long, and all lists together only a part of the connections. */
import type pg from 'pg'
import { fail, Refusal } from './fail.ts'

/**
 * Milliseconds for each statement of a call that answers a list. The slowest search that was measured, of 200,000 users and a million
 * sales on a busy machine, takes half of it. Nobody waits longer for a list, so the database would work for nobody.
 */
const LIST_TIMEOUT_MS = 5000
/** The rest of the connections stays free for log-ins, payments and everything else. */
const SHARE_OF_CONNECTIONS = 0.6
const retryAfter = { 'retry-after': '2' }

/** Resolves when the caller may start; the caller calls the answer when it has ended. */
export type TakeTurn = () => Promise<() => void>

export interface ListLimits {
  timeoutMs: number
  takeTurn: TakeTurn
}

export function listLimits({ options }: pg.Pool, timeoutMs = LIST_TIMEOUT_MS): ListLimits {
  const most = Math.max(1, Math.floor((options.max ?? 10) * SHARE_OF_CONNECTIONS))
  return { timeoutMs, takeTurn: turns(most, 2 * timeoutMs) }
}

/** Lets so many run at once. The others wait in order, and are refused when their turn does not come in time. */
function turns(most: number, waitMs: number): TakeTurn {
  let free = most
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

/** Says of a list whose statement PostgreSQL ended at the time-out (57014) what the reader can do about it. */
export const explainTimeout = (error: unknown): unknown =>
  (error as { code?: unknown }).code === '57014'
    ? new Refusal('unavailable', {
        message: 'This list takes too long to find. Search for more letters, or try again in a moment.',
        cause: error,
        headers: retryAfter,
      })
    : error
