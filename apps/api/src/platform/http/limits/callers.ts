/** Knows who makes a call before its transaction begins, so that turns can be counted by user. */
import type pg from 'pg'
import { type AccessTokenHash, openTransaction } from '#api/db/transaction.ts'
import type { Caller } from '#api/platform/kernel/turns.ts'
import { ipNetworkOf } from './ip-network.ts'

const MAX_KEPT = 10_000

export interface CallerRequest {
  domainId: number
  credential: string | AccessTokenHash | undefined
  ip: string
  /** Milliseconds for the look-up. */
  timeoutMs: number | undefined
}

export type FindCaller = (request: CallerRequest) => Promise<Caller>

/**
 * A session or access token never changes its user, so the user is kept in memory. This is no proof of a live session: the
 * transaction of the call looks it up again. A caller without a session counts as its network.
 */
export function callerFinder(pool: pg.Pool): FindCaller {
  const users = new Map<string, Promise<number | undefined>>()
  const find = async ({ domainId, credential, timeoutMs }: CallerRequest): Promise<number | undefined> => {
    const { session, rollback } = await openTransaction(pool, domainId, credential, { statementTimeoutMs: timeoutMs })
    await rollback()
    return session?.user_id
  }
  const findOnce = (key: string, request: CallerRequest) => {
    const known = users.get(key)
    if (known !== undefined) return known
    const [oldest] = users.keys()
    if (users.size >= MAX_KEPT && oldest !== undefined) users.delete(oldest)
    const found = find(request)
    users.set(key, found)
    const forget = () => users.delete(key)
    found.then((user) => user === undefined && forget(), forget)
    return found
  }
  return async (request) => {
    const { domainId, credential, ip } = request
    const hash = typeof credential === 'object' ? `token ${credential.accessToken}` : credential
    const user = hash === undefined ? undefined : await findOnce(`${domainId} ${hash}`, request)
    return { domain: `${domainId}`, user: `${domainId} ${user === undefined ? `network ${ipNetworkOf(ip)}` : user}` }
  }
}
