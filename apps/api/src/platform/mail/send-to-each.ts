import { type Mail, MailRefused } from '#api/adapters/mail/port.ts'
import type { JobContext } from '#api/platform/jobs/jobs.ts'

/** Sends mails with their message ids. An address that refuses mail for good does not stop the others; the log of mails shows it. */
export async function sendToEach({ ports, log }: Pick<JobContext, 'ports' | 'log'>, mails: [Mail, string][]): Promise<void> {
  for (const [mail, messageId] of mails)
    try {
      await ports.mail.send(mail, messageId)
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.warn({ err: error, message_id: messageId }, 'an address refused a mail')
    }
}
