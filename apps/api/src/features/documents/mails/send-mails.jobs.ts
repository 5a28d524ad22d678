/** Mails to signers and requesters. The queue has ids only; links and secrets are made when the mail is sent. */
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import {
  auditDocument,
  DAY_MS,
  inNotice,
  notifyParties,
  recordDocumentEvent,
} from '#api/features/documents/state/change-state.commands.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { type JobContext, job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import type { MailContent } from '#api/platform/mail/write-mail.ts'
import { MailRefused } from '#api/platform/ports/mail.ts'
import { findRequester, isActiveUser, lockSigner } from './mails.queries.ts'
import { copyLink, signerSecret, signLink } from './signer-secret.pure.ts'
import { copyMail, endedMail, requestMail } from './write-mails.pure.ts'

const Id = z.number().int()

/** Days for which the link to a guest's copy works. */
const COPY_DAYS = 30
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** The signer whose turn it is, with a link that works. Undefined when the document has ended or was signed in the meantime. */
const readRequest =
  (recipientId: number, { domain, ports }: JobContext) =>
  async (db: Db) => {
    const found = await lockSigner(db, recipientId)
    if (!found) return undefined
    const { document, signer } = found
    const isInvited = signer.status === 'sent' || signer.status === 'viewed'
    if (!isInvited || document.status !== 'Pending' || document.step !== 'waiting') return undefined
    const version = signer.secret_version
    const secret = signerSecret(ports.secretKey, { domainId: db.domainId, recipientId, purpose: 'link', version })
    await db.updateRows(
      'document_recipients',
      { id: recipientId },
      { secret_hash: hashSecret(secret), secret_expires_at: document.expires_at },
    )
    const expiresAt = document.expires_at === null ? inDays(COPY_DAYS) : new Date(document.expires_at)
    const href = signLink(domainUrl(domain, ports.publicUrl), document.document_id, secret)
    return { document, signer, href, secret: { value: secret, expiresAt } }
  }

const MAIL_FAILED = 'The email with the link could not be sent. Check the address, or copy the link.'

/** The requester sees that the address does not work. The document keeps waiting: its link can be copied. */
const saveMailFailure = (recipientId: number) => async (db: Db) => {
  const found = await lockSigner(db, recipientId)
  if (found?.document.status !== 'Pending') return
  const { document } = found
  await db.updateRows('documents', { id: document.id }, { failure: MAIL_FAILED })
  await recordDocumentEvent(db, document.id, { type: 'mail_failed', recipientId })
  await notifyParties(db, document, 'An email could not be sent', `The signer of ${inNotice(document)} got no email.`)
}

/** Sends a mail. When it is refused, or cannot be sent after the last try, the failure is saved. */
async function sendOrFail(context: JobContext, mail: MailContent, messageId: string, saveFailure: (db: Db) => Promise<void>) {
  const { domain, ports, transact, lastAttempt, log } = context
  try {
    await sendMail({ domain, ports }, mail, messageId)
    return true
  } catch (error) {
    if (!(error instanceof MailRefused) && !lastAttempt) throw error
    log.warn({ err: error, message_id: messageId }, 'a mail about a document was refused')
    await transact(saveFailure)
    return false
  }
}

const mailSigner = job(
  'documents.mail_signer',
  z.object({ recipient_id: Id, reason: z.enum(['request', 'reminder', 'resent']), round: Id }),
  async (context, { recipient_id, reason, round }) => {
    const { domain, transact, log } = context
    const due = await transact(readRequest(recipient_id, context))
    if (!due) return log.info({ recipient_id }, 'a signer need not be mailed any more')
    const { document, signer, href, secret } = due
    const mail = { to: signer.email, secret, ...requestMail(domain.name, signer.name, href, reason === 'reminder') }
    const messageId = `document-${recipient_id}-${reason}-${round}`
    if (!(await sendOrFail(context, mail, messageId, saveMailFailure(recipient_id)))) return
    await transact(async (db) => {
      if (document.failure === MAIL_FAILED) await db.updateRows('documents', { id: document.id }, { failure: '' })
      const type = reason === 'reminder' ? 'reminded' : 'mailed'
      await recordDocumentEvent(db, document.id, { type, recipientId: recipient_id })
      if (reason === 'reminder') auditDocument(db, document, 'document.reminded')
    })
  },
)

/** A user opens the copy in the portal. A guest, or a user who cannot log in, gets a link that works once. */
const readCopy =
  (recipientId: number, { domain, ports, resends }: JobContext) =>
  async (db: Db) => {
    const found = await lockSigner(db, recipientId)
    if (found?.document.status !== 'Completed') return undefined
    const { document, signer } = found
    const base = domainUrl(domain, ports.publicUrl)
    if (await isActiveUser(db, signer.user_id)) return { document, signer, href: `${base}/document/${document.document_id}` }
    const { copy_expires_at: earlier } = signer
    // A mail that an admin sends again has a new link, because the earlier one may be used or expired.
    const version = resends && earlier !== null ? Date.parse(earlier) : 0
    const value = signerSecret(ports.secretKey, { domainId: db.domainId, recipientId, purpose: 'copy', version })
    const expiresAt = inDays(COPY_DAYS)
    // A repeated job does not renew a link that was used.
    if (earlier === null || resends)
      await db.updateRows(
        'document_recipients',
        { id: recipientId },
        { copy_secret_hash: hashSecret(value), copy_expires_at: expiresAt },
      )
    return { document, signer, href: copyLink(base, document.document_id, value), days: COPY_DAYS, secret: { value, expiresAt } }
  }

const mailCopy = job('documents.mail_copy', z.object({ recipient_id: Id }), async (context, { recipient_id }) => {
  const { domain, transact } = context
  const due = await transact(readCopy(recipient_id, context))
  if (!due) return
  const { document, signer, href, days, secret } = due
  const record = (type: 'copy_mailed' | 'mail_failed') => (db: Db) =>
    recordDocumentEvent(db, document.id, { type, recipientId: recipient_id })
  const mail = { to: signer.email, ...(secret && { secret }), ...copyMail(domain.name, signer.name, href, days) }
  if (!(await sendOrFail(context, mail, `document-copy-${recipient_id}`, record('mail_failed')))) return
  await transact(record('copy_mailed'))
})

/** The mail has no reason and no name: the requester reads them in the portal. */
const mailRequester = job(
  'documents.mail_requester',
  z.object({ document_id: Id, outcome: z.enum(['declined', 'expired']) }),
  async ({ domain, ports, transact }, { document_id, outcome }) => {
    const requester = await transact((db) => findRequester(db, document_id))
    if (!requester) return
    const href = `${domainUrl(domain, ports.publicUrl)}/document/${requester.document_id}`
    await sendMail({ domain, ports }, { to: requester.email, ...endedMail(outcome, href) }, `document-${document_id}-${outcome}`)
  },
)

export const mailJobs = [mailSigner, mailCopy, mailRequester]
