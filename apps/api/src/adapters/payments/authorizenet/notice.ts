/**
 * Webhook notices. `X-ANET-Signature: sha512=<hex>` is the HMAC-SHA512 of the raw body. Authorize.Net's pages and programs in use
 * disagree about its key: the text of the signature key, or the bytes that its hexadecimal digits stand for. Both are accepted.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { GatewayNotice } from '#api/platform/ports/payments.ts'

export const SIGNATURE_HEADER = 'x-anet-signature'

const signature = /^\s*sha512=([0-9a-f]{128})\s*$/i
const hexKey = /^(?:[0-9a-f]{2})+$/i

/** How the key was used. Undefined if the signature is invalid. */
export function signatureKind(body: Buffer, header: string, signatureKey: string): 'text' | 'hex' | undefined {
  const given = signature.exec(header)?.[1]
  if (given === undefined || signatureKey === '') return undefined
  const isSignedWith = (key: string | Buffer) =>
    timingSafeEqual(createHmac('sha512', key).update(body).digest(), Buffer.from(given, 'hex'))
  if (isSignedWith(signatureKey)) return 'text'
  return hexKey.test(signatureKey) && isSignedWith(Buffer.from(signatureKey, 'hex')) ? 'hex' : undefined
}

const Notice = z.object({
  notificationId: z.string().min(1).max(100),
  eventType: z.string().max(100),
  payload: z
    .object({
      entityName: z.string().max(50).nullish(),
      id: z.union([z.string().max(40), z.number().transform(String)]).nullish(),
      merchantReferenceId: z.string().max(40).nullish(),
    })
    .nullish(),
})

/** Undefined for a body that is no notice. A notice about something other than a transaction has no `transId`. */
export function parseNotice(body: Buffer): GatewayNotice | undefined {
  try {
    const { notificationId: id, eventType: event, payload } = Notice.parse(JSON.parse(body.toString('utf8')))
    const transId = payload?.entityName === 'transaction' ? payload.id : undefined
    const refId = payload?.merchantReferenceId
    return { id, event, ...(transId && { transId }), ...(refId && { refId }) }
  } catch {
    return undefined
  }
}
