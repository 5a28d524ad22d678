/**
 * Limits attempts per network and per account. They are counted in PostgreSQL, so the limits apply across processes and
 * restarts. Keys are hashes, so the table reveals nobody. Attempts of guests count for account and network together (`pair`), so
 * that a stranger who fails elsewhere locks nobody out.
 */
import { createHash } from 'node:crypto'
import type { RateLimitName } from '@vialdesk/contract/base/call'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { ipNetworkOf, neighbourhoodOf } from './ip-network.ts'

interface Allowance {
  attempts: number
  seconds: number
}

/**
 * `access_token` limits all calls of a machine.
 * `invite` and `invite_unverified` limit the mails that a user has sent to addresses of the own choice, each kind of mail apart. The lower
 * one is for accounts with an unverified e-mail address, which may have been made to mail strangers.
 * `guest_login` limits log-ins; `login` limits passwords and codes that a signed-in user is asked for.
 * `wrong_code` limits wrong two-step codes after the right password. It is much lower than the bound of `guest_login`, because
 * a stranger without the password cannot use it up.
 */
export type LimitName = RateLimitName | 'guest_login' | 'wrong_code' | 'invite_unverified' | 'access_token'

/**
 * `pair` is an account in one network, `device` an account in one known browser. `spared` is an account in neighbouring networks, beyond the
 * bound of the account.
 */
type Kind = 'address' | 'account' | 'pair' | 'device' | 'spared'
type Allowances = Record<'address' | 'account', Allowance> & Partial<Record<Kind, Allowance>>

/** One network may be a whole clinic behind a router; an account is one person. */
const allowances: Record<LimitName, Allowances> = {
  login: { address: { attempts: 60, seconds: 900 }, account: { attempts: 10, seconds: 900 } },
  /** The account as a whole has a high bound, against guesses from many networks. Known devices do not count for it. */
  guest_login: {
    address: { attempts: 60, seconds: 900 },
    account: { attempts: 60, seconds: 3600 },
    pair: { attempts: 10, seconds: 900 },
    device: { attempts: 10, seconds: 900 },
    spared: { attempts: 10, seconds: 3600 },
  },
  wrong_code: {
    address: { attempts: 60, seconds: 900 },
    account: { attempts: 20, seconds: 86_400 },
    spared: { attempts: 10, seconds: 86_400 },
  },
  reset: {
    address: { attempts: 20, seconds: 3600 },
    account: { attempts: 20, seconds: 3600 },
    pair: { attempts: 5, seconds: 3600 },
  },
  lookup: { address: { attempts: 120, seconds: 600 }, account: { attempts: 30, seconds: 600 } },
  signup: { address: { attempts: 30, seconds: 3600 }, account: { attempts: 10, seconds: 3600 } },
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
  /** What is counted apart, such as each kind of mail. */
  apart?: string | undefined
  /** The marker of a browser in which the account logged in before. Its attempts count for this browser alone. */
  device?: string | undefined
  /** The account must not be locked out everywhere. Asked only when the account's own bound is reached. */
  isAdmin?: () => Promise<boolean>
  /** Called when an admin's attempt was let through beyond the bound. */
  onSpared?: () => Promise<void>
  /** Set by `takeAttempt`, so that this attempt can be taken back. */
  wasSpared?: boolean
}

export type RateLimits = ReturnType<typeof rateLimits>

const VERIFY_FIRST = [
  `Your email address is not confirmed, so you can send only ${allowances.invite_unverified.account.attempts} emails of this kind a day.`,
  'Choose ‘Send verification email’ at the top of the pages of your own account and open the link that we mail you. Then send again.',
].join(' ')
const TABLE = 'rate_limits'

const keyOf = (domainId: number, kind: Kind, value: string) =>
  createHash('sha256')
    .update(JSON.stringify([domainId, kind, value.trim().toLowerCase()]))
    .digest('base64url')

/** The counters of an attempt, in this order. */
function countersOf(limit: LimitName, { ip, account, apart, device, wasSpared }: Attempt): [Kind, string][] {
  const network = apart ? JSON.stringify([ipNetworkOf(ip, 56), apart]) : ipNetworkOf(ip, 56)
  if (account && device) return [['device', JSON.stringify([account, device])]]
  const counters: [Kind, string][] = [['address', network]]
  if (account && allowances[limit].pair) counters.push(['pair', JSON.stringify([account.trim(), network])])
  if (account) counters.push(['account', apart ? JSON.stringify([account, apart]) : account])
  if (account && wasSpared) counters.push(['spared', sparedKey(account, ip)])
  return counters
}

const sparedKey = (account: string, ip: string) => JSON.stringify([account.trim(), neighbourhoodOf(ip)])

const refuse = (limit: LimitName, msBeforeNext: number): never => {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) }
  return fail('too_many', limit === 'invite_unverified' ? { headers, message: VERIFY_FIRST } : { headers })
}

/** Makes the counters, one for each limit and kind. */
function createLimiters(pool: pg.Pool, factor: number) {
  const limiters = new Map<string, RateLimiterPostgres>()
  return (limit: LimitName, kind: Kind): RateLimiterPostgres => {
    const keyPrefix = `${limit}-${kind}`
    const known = limiters.get(keyPrefix)
    if (known) return known
    const { attempts, seconds } = allowances[limit][kind] ?? allowances[limit].account
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
}

/** `factor` multiplies every limit, because tests and benchmarks need more attempts than people do. */
export function rateLimits(pool: pg.Pool, factor = 1) {
  const limiterOf = createLimiters(pool, factor)
  /** Returns the number of attempts so far, or the refusal. */
  const count = async (limit: LimitName, kind: Kind, key: string): Promise<RateLimiterRes & { refused: boolean }> => {
    try {
      return Object.assign(await limiterOf(limit, kind).consume(key), { refused: false })
    } catch (error) {
      // The library rejects with a RateLimiterRes after too many attempts, and with an error if it could not count.
      if (!(error instanceof RateLimiterRes)) throw error
      return Object.assign(error, { refused: true })
    }
  }
  /** Many networks together may use up the bound of an account. An admin can still try from others, but seldom. */
  const isSpared = async (limit: LimitName, attempt: Attempt): Promise<boolean> => {
    const { account, domainId, ip } = attempt
    if (!account || !allowances[limit].spared || !(await attempt.isAdmin?.())) return false
    if ((await count(limit, 'spared', keyOf(domainId, 'spared', sparedKey(account, ip)))).refused) return false
    attempt.wasSpared = true
    await attempt.onSpared?.()
    return true
  }
  return {
    /** Counts an attempt. Refuses with `too_many` and a Retry-After header (seconds) after too many. */
    takeAttempt: async (limit: LimitName, attempt: Attempt): Promise<void> => {
      for (const [kind, value] of countersOf(limit, attempt)) {
        const { refused, msBeforeNext } = await count(limit, kind, keyOf(attempt.domainId, kind, value))
        if (refused && !(kind === 'account' && (await isSpared(limit, attempt)))) refuse(limit, msBeforeNext)
      }
    },
    /**
     * After success: resets the account's counter and takes back this one attempt of the network. `onlyThis` takes back this one attempt of
     * all counters.
     */
    forgiveAttempts: async (limit: LimitName, attempt: Attempt, how?: 'onlyThis'): Promise<void> => {
      for (const [kind, value] of countersOf(limit, attempt)) {
        const key = keyOf(attempt.domainId, kind, value)
        // Guesses of other networks stay counted: a log-in of the owner must not allow more of them.
        const isShared = kind === 'address' || kind === 'spared' || (kind === 'account' && allowances[limit].pair !== undefined)
        if (isShared || how === 'onlyThis') await limiterOf(limit, kind).reward(key)
        else await limiterOf(limit, kind).delete(key)
      }
    },
    /** Whether the account has no attempts left. An admin may have some in other networks. Counts nothing. */
    isExhausted: async (limit: LimitName, { domainId, ip, account = '', isAdmin }: Attempt): Promise<boolean> => {
      const isUsedUp = async (kind: Kind, value: string) => {
        const limiter = limiterOf(limit, kind)
        return ((await limiter.get(keyOf(domainId, kind, value)))?.consumedPoints ?? 0) >= limiter.points
      }
      if (!(await isUsedUp('account', account))) return false
      return !(await isAdmin?.()) || isUsedUp('spared', sparedKey(account, ip))
    },
  }
}

/** Deletes counters that have expired; returns how many. */
export async function deleteExpiredCounters(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(`delete from ${TABLE} where expire < $1`, [Date.now()])
  return rowCount ?? 0
}

export const sweepRateLimits = { task: 'rate_limits.sweep', at: '7 7', run: deleteExpiredCounters } satisfies NightlyJob
