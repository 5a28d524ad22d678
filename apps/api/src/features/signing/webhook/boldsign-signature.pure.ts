/**
 * The signature of BoldSign's webhook: `X-BoldSign-Signature: t=<seconds>, s0=<hex>, s1=<hex>`. It is the HMAC-SHA256 of the time,
 * a dot and the body. `s1` has the old secret for some time after the secret was changed.
 * https://developers.boldsign.com/webhooks/verify-webhook-events
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-boldsign-signature'

/** Seconds by which the time of the signature may differ from ours. A captured request is worthless afterwards. */
const TOLERANCE = 300

const hex = /^[0-9a-f]{64}$/i

/** `now` in milliseconds. */
export function isSignedByBoldsign(body: Buffer, header: string, secret: string, now: number): boolean {
  const parts = new Map(header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]))
  const time = parts.get('t') ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > TOLERANCE) return false
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return ['s0', 's1'].some((name) => {
    const given = parts.get(name) ?? ''
    return hex.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), wanted)
  })
}
