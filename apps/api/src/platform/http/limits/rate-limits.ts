/**
 * Limits attempts per network and per account. They are counted in PostgreSQL, so the limits apply across processes and
 * restarts. Keys are hashes, so the table reveals nobody.
 */
import { createHash } from 'node:crypto'
import type { RateLimitName } from '@vialdesk/contract/call'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from '#api/platform/http/errors/fail.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { ipNetworkOf } from './ip-network.ts'

interface Allowance {
  attempts: number
  seconds: number
}

/**
 * `access_token` limits all calls of a machine.
 * `invite_unverified` limits calls that send mails from an account with an unverified e-mail address. Such an account may
 * have been made to mail strangers.
 */
type LimitName = RateLimitName | 'invite_unverified' | 'access_token'

/** One network may be a whole clinic behind a router; an account is one person. */
const allowances: Record<LimitName, { address: Allowance; account: Allowance }> = {
  login: { address: { attempts: 60, seconds: 900 }, account: { attempts: 10, seconds: 900 } },
  reset: { address: { attempts: 20, seconds: 3600 }, account: { attempts: 5, seconds: 3600 } },
  lookup: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
  signup: { address: { attempts: 30, seconds: 3600 }, account: { attempts: 10, seconds: 3600 } },
  /** For signed-in users: each such call sends a mail to an address that they enter. */
  invite: { address: { attempts: 240, seconds: 3600 }, account: { attempts: 60, seconds: 3600 } },
  invite_unverified: { address: { attempts: 10, seconds: 86_400 }, account: { attempts: 5, seconds: 86_400 } },
  /** For images: the server decodes and re-encodes each of them, which takes a while. */
  upload: { address: { attempts: 240, seconds: 3600 }, account: { attempts: 60, seconds: 3600 } },
  /** The whole domain counts as one account, so that many networks together cannot guess faster. */
  domain_password: { address: { attempts: 20, seconds: 900 }, account: { attempts: 100, seconds: 3600 } },
  /** Guesses of coupon codes. */
  coupon: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
  /** Reserved invoice ids: one for each opened checkout. */
  invoice: { address: { attempts: 240, seconds: 600 }, account: { attempts: 60, seconds: 600 } },
  payment: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
  /** An account is one token. */
  access_token: { address: { attempts: 1200, seconds: 60 }, account: { attempts: 300, seconds: 60 } },
}

/** `account` is any text that identifies one: an e-mail address or a user id. */
export interface Attempt {
  domainId: number
  ip: string
  account?: string | undefined
}

/** Counts an attempt. Refuses with `too_many` and a Retry-After header (seconds) after too many. */
export type TakeAttempt = (limit: LimitName, attempt: Attempt) => Promise<void>
/** After success: resets the account's counter and takes back this one attempt of the network. */
export type ForgiveAttempts = TakeAttempt

type Kind = 'address' | 'account'
const VERIFY_FIRST = 'Your email is not verified. Log out, choose Forgot password and open the link in the email, then try again.'
const TABLE = 'rate_limits'

const keyOf = (domainId: number, kind: Kind, value: string) =>
  createHash('sha256')
    .update(JSON.stringify([domainId, kind, value.trim().toLowerCase()]))
    .digest('base64url')

/** `factor` multiplies every limit, because tests and benchmarks need more attempts than people do. */
export function rateLimits(pool: pg.Pool, factor = 1): { takeAttempt: TakeAttempt; forgiveAttempts: ForgiveAttempts } {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (limit: LimitName, kind: Kind) => {
    const keyPrefix = `${limit}-${kind}`
    const known = limiters.get(keyPrefix)
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
    limiters.set(keyPrefix, limiter)
    return limiter
  }
  const count = async (limit: LimitName, kind: Kind, domainId: number, value: string) => {
    try {
      await limiterOf(limit, kind).consume(keyOf(domainId, kind, value))
    } catch (error) {
      // The library rejects with a RateLimiterRes after too many attempts, and with an error if it could not count.
      if (!(error instanceof RateLimiterRes)) throw error
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(error.msBeforeNext / 1000))) }
      fail('too_many', limit === 'invite_unverified' ? { headers, message: VERIFY_FIRST } : { headers })
    }
  }
  return {
    takeAttempt: async (limit, { domainId, ip, account }) => {
      await count(limit, 'address', domainId, ipNetworkOf(ip))
      if (account) await count(limit, 'account', domainId, account)
    },
    forgiveAttempts: async (limit, { domainId, ip, account }) => {
      if (account) await limiterOf(limit, 'account').delete(keyOf(domainId, 'account', account))
      await limiterOf(limit, 'address').reward(keyOf(domainId, 'address', ipNetworkOf(ip)))
    },
  }
}

/** Deletes counters that have expired; returns how many. */
export async function deleteExpiredCounters(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(`delete from ${TABLE} where expire < $1`, [Date.now()])
  return rowCount ?? 0
}

export const sweepRateLimits = { task: 'rate_limits.sweep', at: '7 7', run: deleteExpiredCounters } satisfies NightlyJob
