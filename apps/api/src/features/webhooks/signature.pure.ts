/** The signature of a delivery, as the Standard Webhooks describe it (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

export interface SignedMessage {
  /** The event, the same for every attempt. */
  id: string
  /** Seconds since 1970, of the attempt. */
  timestamp: number
  body: string
}

const sign = (secret: string, { id, timestamp, body }: SignedMessage) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** One signature for each secret; a receiver accepts the message if it knows one of them. */
export const signatureHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(secret, message)}`).join(' '),
})
