/** Erases the secret of a link from the mail that carried it, in a mailer that keeps mails. */
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { job } from './jobs.ts'

/** Call it in the transaction that ends the link. The mailer is a provider, so a job asks it after the commit. */
export const eraseMailSecret = (db: Db, messageId: string): Promise<void> =>
  db.enqueue('mail.erase_secret', { message_id: messageId })

const eraseSecret = job(
  'mail.erase_secret',
  z.object({ message_id: z.string().max(120) }),
  async ({ domain, ports }, { message_id }) => {
    await ports.mail.eraseSecret?.(domain.id, message_id)
  },
)

export const mailJobs = [eraseSecret]
