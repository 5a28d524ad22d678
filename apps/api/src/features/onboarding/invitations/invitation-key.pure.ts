/** The signed key in a link of a harvest center for referral centers. Without a key, anyone could guess the id of a center. */
import { type UrlSigner, urlSigner } from '#api/platform/crypto/signed-urls.ts'

/** Thirty days. */
const VALID_SECONDS = 30 * 24 * 3600

export interface Invitation {
  domainId: number
  centerId: number
  /** The version in the row of the center. Raising the version ends all earlier links. */
  linkVersion: number
}
const SUBJECT = 'referral'
const signedPathOf = ({ domainId, centerId, linkVersion }: Invitation) =>
  `/${SUBJECT}-sign-up/${domainId}/${centerId}/${linkVersion}`

/** The expiry and the signature of a link. `now` returns milliseconds. */
export function createInvitationKey(secretKey: string, invitation: Invitation, now?: () => number): string {
  const signed = urlSigner(secretKey, now).sign(signedPathOf(invitation), VALID_SECONDS, SUBJECT)
  const query = new URL(signed, 'http://x').searchParams
  return `${query.get('expires')}.${query.get('signature')}`
}

export function isValidInvitationKey(secretKey: string, invitation: Invitation, key: string, now?: () => number): boolean {
  const signer: UrlSigner = urlSigner(secretKey, now)
  const [expires = '', signature = ''] = key.split('.', 2)
  const query = new URLSearchParams({ expires, subject: SUBJECT, signature })
  return signer.verify(`${signedPathOf(invitation)}?${query}`) !== undefined
}
