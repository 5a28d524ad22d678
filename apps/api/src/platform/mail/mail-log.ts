/** The log of mails (184-email.sql). It has no text of a mail. */

import type { Db } from '#api/db/db.ts'
import { type Mail, MailRefused } from '#api/platform/ports/mail.ts'

/** The job that sends a mail. */
export interface MailJob {
  number: number
  task: string
  data: unknown
  /** The queue does not repeat it. */
  lastAttempt: boolean
  /** The mail of the log that an admin sends again. If that was sent again itself: the first mail. */
  resent?: number | undefined
}

type Written = Pick<Mail, 'to' | 'subject'> & { messageId: string }

/** Whether an earlier try of the job has sent the mail. */
export async function wasSentByJob(db: Db, { number }: MailJob, to: string, messageId: string): Promise<boolean> {
  const sent = await db.rows(
    `select 1
     from mails
     where domain_id = $1 and job_number = $2 and recipient = $3 and message_id = $4 and status = 'sent'`,
    [db.domainId, number, to, messageId],
  )
  return sent.length > 0
}

/** The row of this recipient, or the row that was made when the job was queued. */
const takeRow = `
  update mails
  set message_id = $4,
    recipient = $3,
    subject = $5,
    user_id = coalesce((select u.id from users u where u.domain_id = $1 and u.email_key = lower($3)), user_id),
    status = 'queued',
    reason = '',
    done_at = null
  where domain_id = $1
    and id = (
      select m.id
      from mails m
      where m.domain_id = $1
        and m.job_number = $2
        and (m.recipient = $3 or m.message_id is null)
      order by m.recipient = $3 desc
      limit 1)
  returning id`

const addRow = `
  insert into mails (domain_id, job_number, recipient, message_id, subject, task, payload, user_id)
  values ($1, $2, $3, $4, $5, $6, $7,
    (select u.id from users u where u.domain_id = $1 and u.email_key = lower($3)))
  returning id`

/** Logs a mail just before it is sent and returns the id of its row. A repeated job uses its rows again. */
export async function logWrittenMail(db: Db, { to, subject, messageId }: Written, job?: MailJob): Promise<number> {
  const values = [db.domainId, job?.number ?? null, to, messageId, subject]
  const [taken] = job ? await db.rows<{ id: number }>(takeRow, values) : []
  if (taken) return taken.id
  const payload = job ? JSON.stringify(job.data) : null
  const [added] = await db.rows<{ id: number }>(addRow, [...values, job?.task ?? null, payload])
  return (added as { id: number }).id
}

/**
 * A job may mail several people. Only the recipient of the resent mail gets it again, at the present address. After the log has
 * forgotten the mail, nobody does.
 */
export async function isForAnother(db: Db, resent: number, to: string): Promise<boolean> {
  const [mail] = await db.rows<{ is_for_another: boolean }>(
    `select m.recipient <> $3 and exists (
       select
       from mails o
       where o.domain_id = m.domain_id
         and o.job_number = m.job_number
         and o.id <> m.id
         and o.recipient = $3) as is_for_another
     from mails m
     where m.domain_id = $1
       and m.id = $2`,
    [db.domainId, resent, to],
  )
  return mail?.is_for_another !== false
}

export const logSentMail = (db: Db, id: number) =>
  db.rows(`update mails set status = 'sent', reason = '', done_at = now() where domain_id = $1 and id = $2`, [db.domainId, id])

const LONGEST_REPLY = 200

/** What the mail server said, such as `550 5.1.1 No such user`. */
function replyOf({ cause }: Error): string {
  const { response } = (cause ?? {}) as { response?: unknown }
  return typeof response === 'string'
    ? response
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, LONGEST_REPLY)
    : ''
}

/** Why a mail was not sent, in words for an admin. */
export function mailFailure(error: unknown, isFinal: boolean): string {
  if (!(error instanceof Error)) return 'The mail could not be sent.'
  const reply = replyOf(error)
  const said = reply && ` It answered: ${reply}`
  if (error instanceof MailRefused) return reply ? `The mail server refused the mail.${said}` : error.message
  return `The mail server did not accept the mail${isFinal ? '' : ' yet. The portal tries again'}.${said}`
}

/** A mail that was refused, or is not tried again, is done. Any other keeps waiting. */
export const logFailedMail = (db: Db, id: number, error: unknown, lastAttempt: boolean) => {
  const isFinal = lastAttempt || error instanceof MailRefused
  return db.rows(
    `update mails
     set status = $3, reason = $4, done_at = case when $3 = 'refused' then now() end
     where domain_id = $1 and id = $2`,
    [db.domainId, id, isFinal ? 'refused' : 'queued', mailFailure(error, isFinal)],
  )
}

const NOT_NEEDED = 'The portal has no reason any more to send this mail.'
const NOT_WRITTEN = 'The portal could not write the mail.'

const deleteUnwritten = `
  delete from mails
  where domain_id = $1
    and job_number = $2
    and status = 'queued'
    and message_id is null
    and recipient = ''`
const endWaiting = `
  update mails
  set status = 'refused', reason = case when reason = '' then $3 else reason end, done_at = now()
  where domain_id = $1
    and job_number = $2
    and status = 'queued'`

/** After the job has ended well or is given up: no mail of it waits any more. A mail that was not needed leaves the log. */
export async function endMailsOfJob(db: Db, job: number, outcome: 'done' | 'given_up'): Promise<void> {
  if (outcome === 'done') await db.rows(deleteUnwritten, [db.domainId, job])
  await db.rows(endWaiting, [db.domainId, job, outcome === 'done' ? NOT_NEEDED : NOT_WRITTEN])
}
