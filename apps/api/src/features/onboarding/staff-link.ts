/** The link that a harvest center gives to its staff. The center's id alone could be guessed, and staff enters the center. */
import { type UrlSigner, urlSigner } from '#api/platform/sign-urls.ts'

const DAYS_30 = 30 * 24 * 3600

/** Whom a link is for; `round` rises when somebody leaves the center's staff, and ends the links given before. */
export interface StaffLink {
  domainId: number
  centerId: number
  round: number
}
const pathOf = ({ domainId, centerId, round }: StaffLink) => `/staff-sign-up/${domainId}/${centerId}/${round}`

/** What the link carries beside the id: until when it is good, and a signature. `now` gives milliseconds. */
export function newStaffKey(secretKey: string, link: StaffLink, now?: () => number): string {
  const query = new URL(urlSigner(secretKey, now).sign(pathOf(link), DAYS_30, 'staff'), 'http://x').searchParams
  return `${query.get('expires')}.${query.get('signature')}`
}

export function isStaffKey(secretKey: string, link: StaffLink, key: string, now?: () => number): boolean {
  const signer: UrlSigner = urlSigner(secretKey, now)
  const [expires = '', signature = ''] = key.split('.', 2)
  return signer.verify(`${pathOf(link)}?${new URLSearchParams({ expires, subject: 'staff', signature })}`) !== undefined
}
