/** Links that open one file for a short while without a session: whoever holds one may use it until it expires. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface SignedFor {
  /** For whom the link was made, such as `domain:user`; the opener compares what it must (its own domain). */
  subject: string
}

export interface UrlSigner {
  /** A link to a path (without a query) that is good for so many seconds. */
  sign(path: string, expiresInSeconds: number, subject: string): string
  /** Whom a link was made for; undefined when it was changed, is another's or has expired. */
  verify(link: string): SignedFor | undefined
}

/** Signs with a key of its own, derived from the portal's secret. `now` gives milliseconds. */
export function urlSigner(secretKey: string, now: () => number = Date.now): UrlSigner {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'vialdesk signed links 1', 32))
  const signatureOf = (path: string, expires: number, subject: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([path, expires, subject]))
      .digest()
  return {
    sign(path, expiresInSeconds, subject) {
      if (!path.startsWith('/') || /[?#]/.test(path)) throw new Error('A signed link is made for a path without a query.')
      const expires = Math.floor(now() / 1000) + expiresInSeconds
      const signature = signatureOf(path, expires, subject).toString('base64url')
      return `${path}?${new URLSearchParams({ expires: String(expires), subject, signature })}`
    },
    verify(link) {
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
