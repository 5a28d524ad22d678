/** Asks an RFC 3161 timestamp authority, and checks that its answer belongs to the question. */
import { HttpTimestampAuthority, TimestampError } from '@libpdf/core'
import { fromBER, OctetString } from 'asn1js'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'

const TIMEOUT_MS = 15_000

/** libpdf takes any answer. The token must be for this hash. */
function isFor(token: Uint8Array, digest: Uint8Array): boolean {
  try {
    const content = new ContentInfo({ schema: fromBER(new Uint8Array(token).buffer).result })
    const info = new SignedData({ schema: content.content }).encapContentInfo.eContent
    if (!(info instanceof OctetString)) return false
    const { messageImprint } = new TSTInfo({ schema: fromBER(info.getValue()).result })
    return Buffer.from(messageImprint.hashedMessage.getValue()).equals(digest)
  } catch {
    return false
  }
}

export type TimestampAuthority = Pick<HttpTimestampAuthority, 'timestamp'>

/** Throws TimestampError. Its message has no password of the URL. */
export function timestampAuthority(url: string): TimestampAuthority {
  const { username, password, origin } = new URL(url)
  const address = new URL(url)
  address.username = ''
  address.password = ''
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const authority = new HttpTimestampAuthority(address.href, {
    timeout: TIMEOUT_MS,
    ...(username !== '' && { headers: { Authorization: `Basic ${basic}` } }),
  })
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm)
      if (!isFor(token, digest)) throw new TimestampError(`${origin} answered with the timestamp of something else`)
      return token
    },
  }
}
