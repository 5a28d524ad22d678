import { randomUUID } from 'node:crypto'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { mailFailure } from '#api/platform/mail/mail-log.ts'
import { outgoingMail } from '#api/platform/mail/outgoing-mail.ts'
import { writeMail } from '#api/platform/mail/write-mail.ts'
import { MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { MAIL_WAITS, type MailState, mailPolicy } from './mails.policy.ts'

type Row = MailState & { user_id: number | null; first_mail: number }

/** Locks the first mail, so that two clicks queue the job once. */
async function assertNoneWaits(db: Db, firstMail: number): Promise<void> {
  const first = await db.rows('select 1 from mails where domain_id = $1 and id = $2 for update', [db.domainId, firstMail])
  if (first.length === 0) fail('conflict', { message: 'This mail is too old to be sent again.' })
  const waiting = await db.rows(
    `select 1 from mails where domain_id = $1 and (id = $2 or resent_of = $2) and status = 'queued'`,
    [db.domainId, firstMail],
  )
  if (waiting.length > 0) fail('conflict', { message: MAIL_WAITS })
}

/** Queues the job of a mail again. The job writes the mail anew, with new links, because no text of a mail is kept. */
export async function resendMail(db: Db, id: number): Promise<void> {
  const [mail] = await db.rows<Row>(
    'select status, task, user_id, coalesce(resent_of, id) as first_mail from mails where domain_id = $1 and id = $2',
    [db.domainId, id],
  )
  if (!mail) return fail('not_found')
  await assertNoneWaits(db, mail.first_mail)
  mailPolicy.assertCan(undefined, 'resend', mail)
  await db.rows('select resend_mail($1)', [id])
  audit(db, { type: 'email.resent', ...(mail.user_id !== null && { subject: mail.user_id }), after: { mail: id } })
}

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
