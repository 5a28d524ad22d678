/**
 * The mailer of jobs and of calls: every mail is signed with the key of its domain (DKIM), gets the domain's return path, and is written
 * into the log of mails.
 */
import type { Mailer } from '#api/adapters/mail/port.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { Ports } from '#api/platform/ports.ts'
import { mailDomainOf, returnPathNameOf } from './mail-domain.ts'
import { isForAnother, logFailedMail, logSentMail, logWrittenMail, type MailJob } from './mail-log.ts'
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

/** `job` is missing for a mail that a call sends itself; such a mail is not repeated. */
export const outgoingMail = ({ pool, mail, secretKey }: Pick<Ports, 'pool' | 'mail' | 'secretKey'>, job?: MailJob): Mailer => ({
  async send(given, messageId) {
    const id = job?.resent === undefined ? messageId : `${messageId}-again-${job.number}`
    const mailDomain = mailDomainOf(given.from.address)
    const written = await inDomain(pool, given.domainId, async (db) => {
      if (job?.resent !== undefined && (await isForAnother(db, job.resent, given.to))) return undefined
      const row = await logWrittenMail(db, { ...given, messageId: id }, job)
      return { row, signature: await findSignature(db, secretKey, mailDomain), returnPath: await findReturnPath(db, mailDomain) }
    })
    if (!written) return
    const { row, signature, returnPath } = written
    try {
      await mail.send({ ...given, ...(signature && { signature }), ...(returnPath && { returnPath }) }, id)
    } catch (error) {
      await inDomain(pool, given.domainId, (db) => logFailedMail(db, row, error, job?.lastAttempt ?? true))
      throw error
    }
    await inDomain(pool, given.domainId, (db) => logSentMail(db, row))
  },
})
