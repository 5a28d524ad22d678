/** The mails of a test portal, with the secrets of their links. The table of mails has the secrets encrypted. */
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import type { OutboxMail } from '#api/platform/ports/mail.ts'
import type { TestPortal } from './test-portal.ts'

const MANY = 10_000

/** The oldest first. */
export async function readMails({ pool, ports, domainId }: TestPortal, recipient?: string): Promise<OutboxMail[]> {
  const { results } = await embeddedMail(pool, ports.secretKey).list({ domainId, limit: MANY, offset: 0 })
  const isMeant = ({ recipient: to }: OutboxMail) => recipient === undefined || to.toLowerCase() === recipient.toLowerCase()
  return results.filter(isMeant).reverse()
}
