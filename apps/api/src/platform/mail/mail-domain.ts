/** Host names of a mail domain. */
import { domainToASCII } from 'node:url'
import type { Db } from '#api/db/db.ts'

/** The domain of an email, as DNS knows it: small letters, no other alphabet. */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

/** Whether another domain of the installation has proved that the mail domain, or one above it, is its own. */
export async function isMailDomainTaken(db: Db, mailDomain: string): Promise<boolean> {
  const [answer] = await db.rows<{ taken: boolean }>('select is_mail_domain_taken($1) as taken', [mailDomain])
  return answer?.taken !== false
}

export const MAIL_DOMAIN_TAKEN = 'Another business of this portal uses this mail domain.'

/** Mail servers report here that a mail could not be delivered. */
export const returnPathNameOf = (mailDomain: string) => `bounces.${mailDomain}`
