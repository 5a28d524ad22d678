/** A mailer without a mail server: it stores mails in the table `mail_outbox`, where /dev shows them. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import { type Mail, MailUnavailable, type Outbox, type OutboxMail, validateMail } from '#api/platform/ports/mail.ts'

type StoredMail = OutboxMail & { sealed_secret: Buffer | null; had_secret: boolean }

/** In the stored text, in place of the secret of a link. */
const MARK = '[secret]'
/** Shown in place of a secret that was erased. */
const ERASED = 'used-or-expired'

const withoutSecret = (content: string, { secret }: Mail) => (secret ? content.replaceAll(secret.value, MARK) : content)

const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw new MailUnavailable('The outbox cannot be reached.', { cause })
  }
}

const cipherOf = (secretKey: string) => columnCipher('mail_outbox', secretKey)

/** Puts the secret of the link into its place again. */
function readable({ sealed_secret, had_secret, ...mail }: StoredMail, domainId: number, secretKey: string): OutboxMail {
  if (!had_secret) return mail
  const opened = sealed_secret && cipherOf(secretKey).decrypt(sealed_secret, domainId, mail.message_id)
  const secret = opened || ERASED
  return { ...mail, text: mail.text.replaceAll(MARK, secret), html: mail.html.replaceAll(MARK, secret) }
}

const INSERT = `
  insert into mail_outbox (domain_id, message_id, sender_name, sender_email, recipient, reply_to, subject, text, html,
    sealed_secret, secret_expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (domain_id, message_id) do nothing`

/** A mail that an admin sent again has the id of the first one and a suffix. */
const ERASE = `
  update mail_outbox
  set sealed_secret = null
  where domain_id = $1
    and (message_id = $2 or starts_with(message_id, $2 || '-again-'))
    and sealed_secret is not null`

/**
 * `pool` has the application role. A mail that is sent again with the same id is stored once. The secret of a link is stored encrypted, so
 * that nobody who reads the database or a backup can use the link.
 */
export const embeddedMail = (pool: pg.Pool, secretKey: string): Outbox => ({
  async send(mail, messageId) {
    validateMail(mail, messageId)
    const { domainId, from, to, replyTo, subject, secret } = mail
    const [text, html] = [withoutSecret(mail.text, mail), withoutSecret(mail.html, mail)]
    const sealed = secret ? cipherOf(secretKey).encrypt(secret.value, domainId, messageId) : null
    const values = [
      ...[domainId, messageId, from.name, from.address, to, replyTo ?? null, subject, text, html],
      ...[sealed, secret?.expiresAt ?? null],
    ]
    await reachable(inDomain(pool, domainId, (db) => db.rows(INSERT, values)))
  },

  eraseSecret: async (domainId, messageId) => {
    await reachable(inDomain(pool, domainId, (db) => db.rows(ERASE, [domainId, messageId])))
  },

  list: ({ domainId, limit, offset }) =>
    reachable(
      inDomain(pool, domainId, async (db) => {
        const counted = await db.rows<{ count: number }>('select count(*)::int as count from mail_outbox where domain_id = $1', [
          domainId,
        ])
        const stored = await db.rows<StoredMail>(
          `select id::float8 as id, message_id, sender_name, sender_email, recipient, reply_to, subject, text, html,
             to_json(sent_at) #>> '{}' as sent_at, sealed_secret, secret_expires_at is not null as had_secret
           from mail_outbox where domain_id = $1 order by id desc limit $2 offset $3`,
          [domainId, limit, offset],
        )
        return { count: counted[0]?.count ?? 0, results: stored.map((mail) => readable(mail, domainId, secretKey)) }
      }),
    ),
})
