import { randomUUID } from 'node:crypto'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { mailFailure } from '#api/platform/mail/mail-log.ts'
import { outgoingMail } from '#api/platform/mail/outgoing-mail.ts'
import { writeMail } from '#api/platform/mail/write-mail.ts'
import { MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

interface Caller {
  domain: Domain
  ports: Ports
  transact: RunInTransaction
}

/** Sends the mail at once, so that the admin sees what the mail server says. */
export async function sendTestMail({ domain, ports, transact }: Caller, to: string) {
  await transact(async (db) => audit(db, { type: 'email.test_sent', after: { to } }))
  const mail = writeMail(
    domain,
    {
      to,
      subject: `Test mail of ${domain.name}`,
      paragraphs: ['This is a test mail.', 'If you can read it, the mails of the portal arrive.'],
    },
    ports.publicUrl,
  )
  try {
    await outgoingMail(ports).send(mail, `test-${randomUUID()}`)
    return { success: true, message: `The mail server took the test mail to ${to}.` }
  } catch (error) {
    if (!(error instanceof MailRefused) && !(error instanceof MailUnavailable)) throw error
    return { success: false, message: mailFailure(error, true) }
  }
}
