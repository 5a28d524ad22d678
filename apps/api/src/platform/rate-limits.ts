/**
 * How often something may be tried: per network address and per account, counted in PostgreSQL so that it holds across
 * processes and restarts. Keys are hashes: the table says nothing about anyone.
 */
import { createHash } from 'node:crypto'
import type { RateLimitName } from '@vialdesk/contract/call'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from './fail.ts'
import type { NightlyJob } from './jobs.ts'
import { networkOf } from './network-of.ts'

interface Allowance {
  attempts: number
  seconds: number
}

/** `invite_unverified`: calls that send mails, by an account whose own e-mail address nobody verified. It may be there to mail strangers. */
type LimitName = RateLimitName | 'invite_unverified'

/** An address may stand for a whole clinic behind one router; an account is one person. */
const allowances: Record<LimitName, { address: Allowance; account: Allowance }> = {
  login: { address: { attempts: 60, seconds: 900 }, account: { attempts: 10, seconds: 900 } },
  reset: { address: { attempts: 20, seconds: 3600 }, account: { attempts: 5, seconds: 3600 } },
  lookup: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
  signup: { address: { attempts: 30, seconds: 3600 }, account: { attempts: 10, seconds: 3600 } },
  /** For people who are signed in: each such call sends a mail to an address that they enter. */
  invite: { address: { attempts: 240, seconds: 3600 }, account: { attempts: 60, seconds: 3600 } },
  invite_unverified: { address: { attempts: 10, seconds: 86_400 }, account: { attempts: 5, seconds: 86_400 } },
  /** For pictures: the server decodes and writes each anew, which takes a while. */
  upload: { address: { attempts: 240, seconds: 3600 }, account: { attempts: 60, seconds: 3600 } },
  /** The whole domain counts as one account, so that many addresses together guess no faster. */
  domain_password: { address: { attempts: 20, seconds: 900 }, account: { attempts: 100, seconds: 3600 } },
  payment: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
}

/** Who tries. The account is whatever names one: an e-mail address, a user's id. */
export interface Attempt {
  domainId: number
  address: string
  account?: string | undefined
}

/** Counts an attempt; refuses with `too_many` and a Retry-After header (seconds) when there were too many. */
export type TakeAttempt = (limit: LimitName, attempt: Attempt) => Promise<void>
/** After success: the account starts anew, and the address gets this one attempt back. */
export type ForgiveAttempts = TakeAttempt

type Kind = 'address' | 'account'
const VERIFY_FIRST = 'Your email is not verified. Log out, choose Forgot password and open the link in the email, then try again.'
const TABLE = 'rate_limits'

const keyOf = (domainId: number, kind: Kind, value: string) =>
  createHash('sha256')
    .update(JSON.stringify([domainId, kind, value.trim().toLowerCase()]))
    .digest('base64url')

/** The limits on one database; `factor` multiplies every allowance (tests and measurements need more than people do). */
export function rateLimits(pool: pg.Pool, factor = 1): { takeAttempt: TakeAttempt; forgiveAttempts: ForgiveAttempts } {
  const made = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: LimitName, kind: Kind) => {
    const keyPrefix = `${limit}-${kind}`
    const known = made.get(keyPrefix)
    if (known) return known
    const { attempts, seconds } = allowances[limit][kind]
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points: Math.max(1, Math.round(attempts * factor)),
      duration: seconds,
    })
    made.set(keyPrefix, limiter)
    return limiter
  }
  const count = async (limit: LimitName, kind: Kind, domainId: number, value: string) => {
    try {
      await limiterOf(limit, kind).consume(keyOf(domainId, kind, value))
    } catch (error) {
      // The library rejects with its result when there were too many, with an error when it could not count.
      if (!(error instanceof RateLimiterRes)) throw error
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(error.msBeforeNext / 1000))) }
      fail('too_many', limit === 'invite_unverified' ? { headers, message: VERIFY_FIRST } : { headers })
    }
  }
  return {
    takeAttempt: async (limit, { domainId, address, account }) => {
      await count(limit, 'address', domainId, networkOf(address))
      if (account) await count(limit, 'account', domainId, account)
    },
    forgiveAttempts: async (limit, { domainId, address, account }) => {
      if (account) await limiterOf(limit, 'account').delete(keyOf(domainId, 'account', account))
      await limiterOf(limit, 'address').reward(keyOf(domainId, 'address', networkOf(address)))
    },
  }
}

/** Removes counters whose time is over; answers how many. */
export async function clearExpired(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(`delete from ${TABLE} where expire < $1`, [Date.now()])
  return rowCount ?? 0
}

export const clearCounters = { task: 'rate_limits.sweep', at: '7 7', run: clearExpired } satisfies NightlyJob
