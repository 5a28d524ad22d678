/** Mail of a domain: the DNS records that make it arrive, its signing key, and the log of sent mails. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { listFile, moment } from '../base/list-file.ts'
import { cursorPageOf, cursorPaging, Email, Id, Message, singleLine, Timestamp, UserId } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

export const emailRecordPurposes = ['mx', 'spf', 'dkim', 'dmarc', 'return_path'] as const

/** One DNS record that the domain of the sender should have. */
export const EmailRecord = z.object({
  id: Id,
  purpose: z.enum(emailRecordPurposes),
  /** The host name of the record. */
  name: z.string(),
  record_type: z.enum(['MX', 'TXT', 'CNAME']),
  /** The value to enter at the DNS provider. */
  value: z.string(),
  /** Null before the first look-up, and when the name server gave no answer. */
  valid: z.boolean().nullable(),
  /** What is wrong, in words; blank when the record is right. */
  problem: z.string(),
  /** The last look-up. */
  checked_at: Timestamp.nullable(),
})
export type EmailRecord = z.infer<typeof EmailRecord>

/** `queued`: not sent yet. `sent`: the mail server took it. `refused`: it will not be tried again. */
export const MailStatus = z.enum(['queued', 'sent', 'refused'])
export type MailStatus = z.infer<typeof MailStatus>

/** A mail of the delivery log. Its text is not kept. */
export const MailRow = z.object({
  id: Id,
  /** The recipient, if it is a user. */
  user: z.object({ id: UserId, name: z.string() }).nullable(),
  /** Blank, like the subject, until the portal has written the mail. */
  to: z.string(),
  subject: z.string(),
  status: MailStatus,
  /** Why the mail was refused or still waits, in words; else blank. */
  reason: z.string(),
  queued_at: Timestamp,
  /** When it was sent or refused. */
  done_at: Timestamp.nullable(),
  can: z.object({ resend: z.boolean() }),
})
export type MailRow = z.infer<typeof MailRow>

export const MailFilter = cursorPaging(10).extend({
  /** The whole email of the recipient. */
  to: singleLine(254).optional(),
  status: MailStatus.optional(),
  user_id: Id.optional(),
})
export type MailFilter = z.infer<typeof MailFilter>

export const TestMail = z.object({ to: Email })

const records = z.object({ data: z.array(EmailRecord) })

export const email = {
  records: call('GET /domain/email-settings/by-domain/{id}/', admin, {
    proof: proof.mailKey,
    summary: 'The DNS records of the mail domain, as of the last look-up. The first call makes the DKIM key',
    answer: records,
    usesProviders: true,
    writes: true,
  }),
  verify: call('GET /domain/email-settings/by-domain/{id}/status/', admin, {
    proof: proof.providerTest,
    summary: 'The DNS records after looking them up. No success: a name server gave no answer',
    answer: records.extend({ success: z.boolean() }),
    usesProviders: true,
    writes: true,
    rateLimit: 'lookup',
  }),
  newKey: call('POST /domain/email-settings/new-key/', admin, {
    proof: proof.mailKey,
    summary: 'Make a new DKIM key. Mails are signed with the earlier one until the record of the new one is found',
    answer: records.extend({ message: z.string() }),
    usesProviders: true,
    rateLimit: 'lookup',
  }),
  testMail: call('POST /domain/email-settings/test-mail/', admin, {
    proof: proof.never('A test mail has no data.'),
    summary: 'Send a test mail. The mail server takes it or refuses it at once',
    body: TestMail,
    answer: Message.extend({ success: z.boolean() }),
    usesProviders: true,
    rateLimit: 'invite',
  }),
  mails: call('GET /api/v1/mails/', admin, {
    machine: true,
    summary: 'The mails of the domain, newest first',
    query: MailFilter,
    answer: cursorPageOf(MailRow),
    views: ['mails'],
    exports: listFile(MailRow, 'mails', [
      ['ID', ({ id }) => id],
      ['User ID', ({ user }) => user?.id],
      ['To', ({ to }) => to],
      ['Subject', ({ subject }) => subject],
      ['Status', ({ status }) => status],
      ['Reason', ({ reason }) => reason],
      ['Queued', ({ queued_at }) => moment(queued_at)],
      ['Done', ({ done_at }) => moment(done_at)],
    ]),
  }),
  resend: call('POST /api/v1/mails/{id}/resend/', admin, {
    proof: proof.never('The mail goes to the present address of the user, and changing that address asks.'),
    summary: 'Write a mail again and send it to the present address of its recipient',
    answer: Message,
    rateLimit: 'invite',
  }),
}
