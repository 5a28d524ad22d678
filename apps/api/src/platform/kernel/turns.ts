/**
 * Lets a few callers work at once. One user, or one domain, never takes all turns: the others are served meanwhile. Callers who wait
 * get their turns in order.
 */
import { fail } from './fail.ts'

export interface TurnLimits {
  /** Turns at once, of all callers together. */
  all: number
  perDomain?: number
  perUser?: number
  /** Milliseconds after which a waiting caller is refused. */
  waitMs: number
  /** A user who lets more calls wait is refused at once. */
  waitingPerUser?: number
}

export interface Caller {
  domain: string
  user: string
}

/**
 * Resolves when the caller may start. The caller calls the returned function at its end. A caller who aborts while waiting leaves the
 * queue.
 */
export type TakeTurn = (caller?: Caller, signal?: AbortSignal) => Promise<() => void>

interface Waiting {
  caller: Caller
  start(): void
}

const retryAfter = { 'retry-after': '2' }
const NOBODY: Caller = { domain: '', user: '' }

export function createTurns({ all, perDomain = all, perUser = perDomain, waitMs, waitingPerUser }: TurnLimits): TakeTurn {
  const domains = counter()
  const users = counter()
  const waitingUsers = counter()
  const waiting = new Set<Waiting>()
  let free = all
  const mayStart = ({ domain, user }: Caller) => free > 0 && domains.of(domain) < perDomain && users.of(user) < perUser
  const count = ({ domain, user }: Caller, change: 1 | -1) => {
    free -= change
    domains.add(domain, change)
    users.add(user, change)
  }
  /** The first caller in the queue may be at its own limit, so a later one may start before it. */
  const startNext = () => {
    for (const each of waiting) {
      if (free === 0) return
      if (mayStart(each.caller)) each.start()
    }
  }
  const begin = (caller: Caller) => {
    count(caller, 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      count(caller, -1)
      startNext()
    }
  }
  return async (caller = NOBODY, signal) => {
    if (mayStart(caller)) return begin(caller)
    if (waitingPerUser !== undefined && waitingUsers.of(caller.user) >= waitingPerUser) fail('too_many', { headers: retryAfter })
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const each: Waiting = { caller, start: () => leave(begin(caller)) }
    const leave = (end?: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      if (waiting.delete(each)) waitingUsers.add(caller.user, -1)
      resolve(end)
    }
    const giveUp = () => leave()
    const timer = setTimeout(giveUp, waitMs)
    signal?.addEventListener('abort', giveUp)
    waiting.add(each)
    waitingUsers.add(caller.user, 1)
    // Nobody reads the refusal of a caller who went away, so it is not logged either.
    return (await promise) ?? fail(signal?.aborted ? 'malformed' : 'unavailable', { headers: retryAfter })
  }
}

/** Counts by key, and forgets keys at zero. */
function counter() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key: string, change: 1 | -1) {
      const sum = of(key) + change
      if (sum === 0) counts.delete(key)
      else counts.set(key, sum)
    },
  }
}
