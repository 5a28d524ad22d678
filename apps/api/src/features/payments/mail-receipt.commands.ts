import { MailRefused } from '#api/adapters/mail/port.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import type { JobContext } from '#api/platform/jobs/jobs.ts'
import { writeMail } from '#api/platform/mail/write-mail.ts'

interface ReceiptMail {
  transactionId: number
  /** The addresses of the checkout. */
  emails: string[]
  subject: string
  paragraphs: string[]
  /** Of the message, followed by the number of the address. */
  id: string
}

/**
 * Mails a receipt without the product, which would be health data. An address that refuses mail for good does not stop the others; the log
 * of mails shows it.
 */
export async function mailReceipt(
  { domain, ports, log }: JobContext,
  { transactionId, emails, subject, paragraphs, id }: ReceiptMail,
): Promise<void> {
  const button = { label: 'View receipt', href: `${domainUrl(domain, ports.publicUrl)}/receipt/${transactionId}` }
  for (const [n, to] of emails.entries()) {
    const messageId = `${id}-${n}`
    try {
      await ports.mail.send(writeMail(domain, { to, subject, paragraphs, button }, ports.publicUrl), messageId)
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.warn({ err: error, message_id: messageId }, 'an address refused a mail')
    }
  }
}
