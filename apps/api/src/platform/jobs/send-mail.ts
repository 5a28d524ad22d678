/** Writes mails of the domain and sends them. The message id is the same in each try of a job. */

import { type MailContent, writeMail } from '#api/platform/mail/write-mail.ts'
import { MailRefused } from '#api/platform/ports/mail.ts'
import type { JobContext } from './jobs.ts'

type Sender = Pick<JobContext, 'domain' | 'ports'>

export const sendMail = ({ domain, ports }: Sender, content: MailContent, messageId: string): Promise<void> =>
  ports.mail.send(writeMail(domain, content, ports.publicUrl), messageId)

/** Sends a mail to each address. One that refuses mail for good does not stop the others; the log of mails shows it. */
export async function sendToEach(
  context: Sender & Pick<JobContext, 'log'>,
  addresses: readonly string[],
  mail: Omit<MailContent, 'to'>,
  messageId: string,
): Promise<void> {
  for (const [n, to] of addresses.entries()) {
    const message_id = `${messageId}-${n}`
    await sendMail(context, { to, ...mail }, message_id).catch((error) => {
      if (!(error instanceof MailRefused)) throw error
      context.log.warn({ err: error, message_id }, 'an address refused a mail')
    })
  }
}
