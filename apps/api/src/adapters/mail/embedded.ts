/** A mailer without a mail server: it stores mails in the table `mail_outbox`, where /dev shows them. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import { type Mailer, MailUnavailable, validateMail } from './port.ts'

export interface OutboxMail {
  id: number
  message_id: string
  sender_name: string
  sender_email: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** ISO 8601, UTC. */
  sent_at: string
}

export interface Outbox extends Mailer {
  /** Newest first. `count` is the number of all mails of the domain. */
  list(query: { domainId: number; limit: number; offset: number }): Promise<{ count: number; results: OutboxMail[] }>
}

const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw new MailUnavailable('The outbox cannot be reached.', { cause })
  }
}

/** `pool` has the application role. A mail that is sent again with the same id is stored once. */
export const embeddedMail = (pool: pg.Pool): Outbox => ({
  async send(mail, messageId) {
    validateMail(mail, messageId)
    const { domainId, from, to, replyTo, subject, text, html } = mail
    const insert = `insert into mail_outbox (domain_id, message_id, sender_name, sender_email, recipient, reply_to, subject, text, html)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (domain_id, message_id) do nothing`
    const values = [domainId, messageId, from.name, from.address, to, replyTo ?? null, subject, text, html]
    await reachable(inDomain(pool, domainId, (db) => db.rows(insert, values)))
  },

  list: ({ domainId, limit, offset }) =>
    reachable(
      inDomain(pool, domainId, async (db) => {
        const counted = await db.rows<{ count: number }>('select count(*)::int as count from mail_outbox where domain_id = $1', [
          domainId,
        ])
        const results = await db.rows<OutboxMail>(
          `select id::float8 as id, message_id, sender_name, sender_email, recipient, reply_to, subject, text, html,
             to_json(sent_at) #>> '{}' as sent_at
           from mail_outbox where domain_id = $1 order by id desc limit $2 offset $3`,
          [domainId, limit, offset],
        )
        return { count: counted[0]?.count ?? 0, results }
      }),
    ),
})
