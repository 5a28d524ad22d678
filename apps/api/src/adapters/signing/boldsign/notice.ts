/**
 * Notices of BoldSign's webhook, and their signature: `X-BoldSign-Signature: t=<seconds>, s0=<hex>, s1=<hex>`. It is the HMAC-SHA256 of the time,
 * a dot and the body. `s1` has the old secret for some time after the secret was changed.
 * https://developers.boldsign.com/webhooks/verify-webhook-events
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { MalformedNotice, type ProviderSettings, type WebhookRequest } from '#api/platform/ports/provider.ts'
import type { SigningNotice } from '#api/platform/ports/signing.ts'

const SIGNATURE_HEADER = 'x-boldsign-signature'

/**
 * Seconds since the event. BoldSign repeats an event that was not received after 1, 15 and 45 minutes, 1, 8 and 24 hours, with the time of the
 * event. A captured request does little: a notice only causes a look-up, and its id counts once.
 * https://developers.boldsign.com/webhooks/webhook-configuration-and-lifecycle/
 */
const MAX_AGE = 48 * 3600
/** Seconds by which BoldSign's clock may be ahead of ours. */
const MAX_AHEAD = 300

const hex = /^[0-9a-f]{64}$/i

/** `now` in milliseconds. */
export function isSignedByBoldsign(body: Buffer, header: string, secret: string, now: number): boolean {
  const parts = new Map(header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]))
  const time = parts.get('t') ?? ''
  const age = now / 1000 - Number(time)
  if (!/^\d{1,12}$/.test(time) || age > MAX_AGE || age < -MAX_AHEAD) return false
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return ['s0', 's1'].some((name) => {
    const given = parts.get(name) ?? ''
    return hex.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), wanted)
  })
}

const Event = z.object({
  event: z.object({ id: z.string().min(1).max(100), eventType: z.string().max(100) }),
  data: z.object({ documentId: z.string().max(200).nullish() }).nullish(),
})

/** BoldSign sends this event, unsigned, when an admin enters the URL: the secret does not exist yet. */
const VERIFICATION = 'Verification'
const SEND_FAILED = ['SendFailed', 'TemplateSendFailed']

function parseEvent(body: Buffer): z.output<typeof Event> {
  try {
    return Event.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new MalformedNotice('This is no event of BoldSign', { cause })
  }
}

export function readNotice(
  { webhook_secret: secret }: ProviderSettings,
  { body, headers }: WebhookRequest,
  now: number,
): SigningNotice | undefined {
  const { event, data } = parseEvent(body)
  if (event.eventType === VERIFICATION) return { sendFailed: false }
  const header = headers[SIGNATURE_HEADER]
  if (!secret || !header || !isSignedByBoldsign(body, header, secret, now)) return undefined
  return { id: event.id, documentRef: data?.documentId ?? undefined, sendFailed: SEND_FAILED.includes(event.eventType) }
}
