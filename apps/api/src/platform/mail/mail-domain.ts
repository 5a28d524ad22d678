/** Host names of a mail domain. */
import { domainToASCII } from 'node:url'

/** The domain of an email, as DNS knows it: small letters, no other alphabet. */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}

/** Mail servers report here that a mail could not be delivered. */
export const returnPathNameOf = (mailDomain: string) => `bounces.${mailDomain}`
