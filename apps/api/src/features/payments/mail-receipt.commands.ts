import { domainUrl } from '#api/platform/access/domains.ts'
import type { JobContext } from '#api/platform/jobs/jobs.ts'
import { sendToEach } from '#api/platform/jobs/send-mail.ts'

interface ReceiptMail {
  transactionId: number
  /** The addresses of the checkout. */
  emails: string[]
  subject: string
  paragraphs: string[]
  /** Of the message, followed by the number of the address. */
  id: string
}

/** Mails a receipt without the product, which would be health data. */
export function mailReceipt(context: JobContext, { transactionId, emails, id, ...content }: ReceiptMail): Promise<void> {
  const { domain, ports } = context
  const button = { label: 'View receipt', href: `${domainUrl(domain, ports.publicUrl)}/receipt/${transactionId}` }
  return sendToEach(context, emails, { ...content, button }, id)
}
