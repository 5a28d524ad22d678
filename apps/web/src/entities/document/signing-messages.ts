/**
 * Messages from the page in a signing frame to the page around it. They only cause the outer page to ask the server: a
 * message proves nothing.
 */
import { ownValue } from '@vialdesk/contract/base/own-value'
import { postToParent } from '#web/lib/browser/in-frame.ts'

export const SIGNING_SOURCE = 'vialdesk-signing'

/** loaded: the document is on screen. expired: the page in the frame can no longer be used; a new link opens the document again. */
export const signingEvents = ['loaded', 'completed', 'declined', 'expired', 'error'] as const
export type SigningEvent = (typeof signingEvents)[number]

/** The events of BoldSign's frame that end a signing. */
const boldsignEvents: Record<string, SigningEvent> = {
  onDocumentSigned: 'completed',
  onDocumentSigningFailed: 'error',
  onDocumentDeclined: 'declined',
  onDocumentDecliningFailed: 'error',
}

/** The origin of a sign link, or undefined if it is no web address. */
export function originOf(signLink: string, base: string = location.href): string | undefined {
  const url = URL.canParse(signLink, base) ? new URL(signLink, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

function asObject(data: unknown): Record<string, unknown> {
  if (typeof data === 'object' && data !== null) return data as Record<string, unknown>
  if (typeof data !== 'string' || !data.startsWith('{')) return {}
  try {
    return JSON.parse(data)
  } catch {
    return {}
  }
}

/** The event of a message from the signing page; undefined for any other message. */
export function readSigningMessage(
  message: Pick<MessageEvent, 'origin' | 'data'>,
  { origin, documentId, ownOrigin }: { origin: string | undefined; documentId: string; ownOrigin: string },
): SigningEvent | undefined {
  if (message.origin !== origin) return undefined
  const data = asObject(message.data)
  if (message.origin !== ownOrigin) return ownValue(boldsignEvents, String(data.action ?? data.status))
  // An expired page no longer knows its document.
  if (data.source !== SIGNING_SOURCE || (data.documentId && data.documentId !== documentId)) return undefined
  return signingEvents.find((type) => type === data.type)
}

/** Sends an event to the page around this one. */
export const postSigningEvent = (type: SigningEvent, documentId: string) =>
  postToParent({ source: SIGNING_SOURCE, type, documentId })
