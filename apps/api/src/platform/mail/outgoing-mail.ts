/**
 * The mailer of jobs and of calls. Every mail is written into the log of mails. If the domain has proved its mail domain by the record of a
 * key, the mail is signed (DKIM) and gets the return path. Nothing is sent in a mail domain that another domain of the installation has proved.
 */

import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type Mail, type Mailer, MailRefused } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { isMailDomainTaken, MAIL_DOMAIN_TAKEN, mailDomainOf, returnPathNameOf } from './mail-domain.ts'
import { isForAnother, logFailedMail, logSentMail, logWrittenMail, type MailJob, wasSentByJob } from './mail-log.ts'
import { findSignature } from './signing-keys.ts'

/** The return path is used as long as its DNS record was right at the last look-up. */
async function findReturnPath(db: Db, mailDomain: string): Promise<string | undefined> {
  const name = returnPathNameOf(mailDomain)
  const valid = await db.rows(
    `select 1 from mail_records where domain_id = $1 and purpose = 'return_path' and name = $2 and valid`,
    [db.domainId, name],
  )
  return valid.length > 0 ? `bounces@${name}` : undefined
}

async function proofOf(db: Db, secretKey: string, from: Mail['from']) {
  const mailDomain = mailDomainOf(from.address)
  if (await isMailDomainTaken(db, mailDomain)) return { taken: true, proved: {} }
  const signature = await findSignature(db, secretKey, mailDomain)
  const returnPath = signature && (await findReturnPath(db, mailDomain))
  return { taken: false, proved: { ...(signature && { signature }), ...(returnPath && { returnPath }) } }
}

/** `job` is missing for a mail that a call sends itself; such a mail is not repeated. */
export const outgoingMail = ({ pool, mail, secretKey }: Pick<Ports, 'pool' | 'mail' | 'secretKey'>, job?: MailJob): Mailer => ({
  async send(given, messageId) {
    const id = job?.resent === undefined ? messageId : `${messageId}-again-${job.number}`
    const written = await inDomain(pool, given.domainId, async (db) => {
      if (job?.resent !== undefined && (await isForAnother(db, job.resent, given.to))) return undefined
      if (job && (await wasSentByJob(db, job, given.to, id))) return undefined
      const row = await logWrittenMail(db, { ...given, messageId: id }, job)
      return { row, ...(await proofOf(db, secretKey, given.from)) }
    })
    if (!written) return
    const { row, taken, proved } = written
    try {
      if (taken) throw new MailRefused(`${MAIL_DOMAIN_TAKEN} Set another sender in White Label Settings.`)
      await mail.send({ ...given, ...proved }, id)
    } catch (error) {
      await inDomain(pool, given.domainId, (db) => logFailedMail(db, row, error, job?.lastAttempt ?? true))
      throw error
    }
    await inDomain(pool, given.domainId, (db) => logSentMail(db, row))
  },
  eraseSecret: async (domainId, messageId) => mail.eraseSecret?.(domainId, messageId),
})
