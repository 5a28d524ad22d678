/** Signed links open one file for a short time without a session. Anyone who has the link may use it until it expires. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

export interface VerifiedLink {
  /**
   * The `subject` that the link was signed for, such as `domain:user`. The caller compares it, for example with its own
   * domain.
   */
  subject: string
}

/** Uses its own key, derived from the portal's SECRET_KEY. `now` returns milliseconds. */
export function urlSigner(secretKey: string, now: () => number = Date.now) {
  const key = deriveKey(secretKey, 'signed links 1')
  const signatureOf = (path: string, expires: number, subject: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([path, expires, subject]))
      .digest()
  return {
    /** Signs a path without a query. The link expires after the given seconds. */
    sign(path: string, expiresInSeconds: number, subject: string): string {
      if (!path.startsWith('/') || /[?#]/.test(path)) throw new Error('Only a path without a query can be signed.')
      const expires = Math.floor(now() / 1000) + expiresInSeconds
      const signature = signatureOf(path, expires, subject).toString('base64url')
      return `${path}?${new URLSearchParams({ expires: String(expires), subject, signature })}`
    },
    /** Undefined if the link was changed, signed by another portal, or has expired. */
    verify(link: string): VerifiedLink | undefined {
      const [path = '', query = ''] = link.split('?', 2)
      const given = new URLSearchParams(query)
      const expires = Number(given.get('expires'))
      const subject = given.get('subject')
      if (subject === null || !Number.isSafeInteger(expires)) return undefined
      const wanted = signatureOf(path, expires, subject)
      const signature = Buffer.from(given.get('signature') ?? '', 'base64url')
      const isOurs = signature.length === wanted.length && timingSafeEqual(signature, wanted)
      return isOurs && expires * 1000 > now() ? { subject } : undefined
    },
  }
}
export type UrlSigner = ReturnType<typeof urlSigner>
