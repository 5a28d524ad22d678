/**
 * The rate limit of an account: 50 requests an hour in the sandbox, 2000 in the live environment. Each answer says how many are left and
 * when the hour ends; a 429 says when to come again. https://developers.boldsign.com/api-overview/rate-limit/
 */
import { createHash } from 'node:crypto'
import { SigningBusy } from '#api/platform/ports/signing.ts'
import type { BoldsignAccess } from './account.ts'

const HOUR = 3600
/** Until an answer names the limit. */
const SANDBOX_LIMIT = 50
/** Seconds to wait after a 429 that names no time. */
const DEFAULT_WAIT = 60

/** Times in milliseconds. */
export interface RateLimit {
  /** Nothing is sent before. */
  waitUntil: number
  limit: number
  remaining: number
  resetsAt: number
  /** The last time that was given to a request that may wait. */
  lastTurn: number
}

/** By account. All clients of a process share them. */
const known = new Map<string, RateLimit>()

export function rateLimitOf({ url, apiKey }: BoldsignAccess): RateLimit {
  const account = createHash('sha256').update(`${url} ${apiKey}`).digest('base64')
  const found = known.get(account) ?? { waitUntil: 0, limit: SANDBOX_LIMIT, remaining: SANDBOX_LIMIT, resetsAt: 0, lastTurn: 0 }
  known.set(account, found)
  return found
}

/** Seconds until a time, which is a date, or a number of seconds or milliseconds since 1970, or of seconds from now. NaN if it is none. */
function untilTime(given: string, now: number): number {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  if (number < 1e9) return number
  const time = Number.isNaN(number) ? Date.parse(given) : number > 1e12 ? number : number * 1000
  return (time - now) / 1000
}

const clamp = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 1), HOUR)

/** Seconds to wait after a 429. */
export function secondsToWait(headers: Headers, now: number): number {
  const seconds = untilTime(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '', now)
  return Number.isFinite(seconds) ? clamp(seconds) : DEFAULT_WAIT
}

export function noteAnswer(rate: RateLimit, { status, headers }: Response, now: number): void {
  const numberOf = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const [limit, remaining] = [numberOf('x-ratelimit-limit'), numberOf('x-ratelimit-remaining')]
  const reset = untilTime(headers.get('x-ratelimit-reset') ?? '', now)
  if (limit > 0) rate.limit = limit
  if (remaining >= 0 && Number.isFinite(reset)) Object.assign(rate, { remaining, resetsAt: now + clamp(reset) * 1000 })
  if (status === 429) rate.waitUntil = now + secondsToWait(headers, now) * 1000
  else if (remaining === 0 && rate.resetsAt > now) rate.waitUntil = rate.resetsAt
}

/**
 * Throws SigningBusy for a request that must wait. Requests that may wait leave half of each hour to people: each gets a turn of its own in
 * the hours that follow.
 */
export function assertMaySend(rate: RateLimit, mayWait: boolean, now: number): void {
  const isShort = rate.resetsAt > now && rate.remaining <= rate.limit / 2
  const isOver = rate.waitUntil > now
  if (!isOver && !(mayWait && isShort)) return
  if (mayWait) rate.lastTurn = Math.max(rate.lastTurn, rate.resetsAt, rate.waitUntil) + (HOUR * 1000) / (rate.limit / 2)
  throw new SigningBusy('BoldSign', Math.ceil(((mayWait ? rate.lastTurn : rate.waitUntil) - now) / 1000))
}
