/**
 * Limits declined cards by card and by network, over all users of a domain, so that nobody tests stolen cards here. Declines are
 * counted in the table of rate limits and forgotten after hours. A successful payment resets nothing.
 */
import { createHmac } from 'node:crypto'
import type { Db } from '#api/db/db.ts'
import { deriveKey } from '#api/platform/crypto/derive-key.ts'
import { ipNetworkOf } from '#api/platform/http/limits/ip-network.ts'
import { fail } from '#api/platform/kernel/fail.ts'

const HOUR = 3600

interface Limit {
  declines: number
  seconds: number
  message: string
}

/** A network may be a whole clinic behind a router. */
export const declineLimits = {
  card: {
    declines: 10,
    seconds: 6 * HOUR,
    message: 'This card was declined too often. Use another card, or ask your bank.',
  },
  network: {
    declines: 40,
    seconds: HOUR,
    message: 'Too many cards were declined from your network. Please wait an hour and try again.',
  },
} as const satisfies Record<string, Limit>

type Kind = keyof typeof declineLimits

/** Keys of the counters that a card and a request belong to. */
export type DeclineKeys = Partial<Record<Kind, string>>

interface Payer {
  domainId: number
  /** The number of a new card, or what names a saved one. Unknown for a card that the browser has sealed. */
  card: string | undefined
  ip: string | null
}

/** Hashes with a key that only this installation has: nobody can find a card number by hashing all of them. */
export function declineKeysOf(secretKey: string, { domainId, card, ip }: Payer): DeclineKeys {
  const key = deriveKey(secretKey, 'declined cards')
  const keyOf = (kind: Kind, value: string) =>
    `decline-${kind}:${createHmac('sha256', key)
      .update(JSON.stringify([domainId, kind, value]))
      .digest('base64url')}`
  return {
    ...(card !== undefined && { card: keyOf('card', card) }),
    ...(ip !== null && { network: keyOf('network', ipNetworkOf(ip)) }),
  }
}

/** The table's times are in milliseconds. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
const SECONDS_LEFT = `select points, ceil((expire - ${NOW}) / 1000.0)::int as seconds
  from rate_limits
  where key = $1 and expire > ${NOW}`
const COUNT = `
  insert into rate_limits as counter (key, points, expire)
  values ($1, 1, ${NOW} + $2 * 1000)
  on conflict (key) do update
  set points = case when counter.expire > ${NOW} then counter.points + 1 else 1 end,
    expire = case when counter.expire > ${NOW} then counter.expire else excluded.expire end`

const entriesOf = (keys: DeclineKeys) =>
  (Object.keys(declineLimits) as Kind[]).flatMap((kind) => {
    const key = keys[kind]
    return key === undefined ? [] : [{ key, ...declineLimits[kind] }]
  })

/** Call it before a card is charged or saved. Refuses with too_many. */
export async function assertFewDeclinesOf(db: Db, keys: DeclineKeys): Promise<void> {
  for (const { key, declines, message } of entriesOf(keys)) {
    const [counter] = await db.rows<{ points: number; seconds: number }>(SECONDS_LEFT, [key])
    if (counter && counter.points >= declines)
      fail('too_many', { message, headers: { 'retry-after': String(Math.max(1, counter.seconds)) } })
  }
}

export async function countDecline(db: Db, keys: DeclineKeys): Promise<void> {
  for (const { key, seconds } of entriesOf(keys)) await db.rows(COUNT, [key, seconds])
}
