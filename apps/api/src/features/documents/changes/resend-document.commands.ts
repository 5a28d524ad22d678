/** New links for the signer of a waiting document, and new tries after a failure. */
import { EXPIRY_DAYS } from '@vialdesk/contract/document-requests'
import type { Db } from '#api/db/db.ts'
import { enqueueSend } from '#api/features/documents/create-document.commands.ts'
import { getDocument } from '#api/features/documents/documents.queries.ts'
import { signerSecret, signLink } from '#api/features/documents/mails/signer-secret.pure.ts'
import {
  auditDocument,
  DAY_MS,
  enqueueSeal,
  mailSigner,
  updateDocument,
} from '#api/features/documents/state/change-state.commands.ts'
import { type LockedDocument, type LockedRecipient, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import { recordDocumentEvent } from '#api/features/documents/state/record-event.commands.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { type Editor, lockFor } from './edit-document.commands.ts'

/** A link that is sent again works for at least this many days: an earlier expiry is moved to the full time again. */
const LEAST_DAYS = 7

async function lockTurn(db: Db, documentId: number): Promise<LockedRecipient> {
  const recipients = await lockRecipients(db, documentId)
  const turn = recipients.find(({ status }) => status === 'sent' || status === 'viewed')
  return turn ?? fail('conflict', { message: 'This document does not wait for a signature.' })
}

/** Ends the earlier link. `secret` is that of the new one; without it, the mail makes it. */
const renewSecret = (db: Db, { id, secret_version }: LockedRecipient, expiresAt: string | Date | null, secret?: string) =>
  db
    .updateTable('document_recipients')
    .set({
      secret_version: secret_version + 1,
      secret_hash: secret === undefined ? null : hashSecret(secret),
      secret_expires_at: expiresAt,
    })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()

/** The expiry of a document whose link is renewed. */
async function renewExpiry(db: Db, { id, expires_at }: LockedDocument, now: Date): Promise<string | Date | null> {
  if (expires_at === null || new Date(expires_at).getTime() > now.getTime() + LEAST_DAYS * DAY_MS) return expires_at
  const renewed = new Date(now.getTime() + EXPIRY_DAYS * DAY_MS)
  await updateDocument(db, id, { expires_at: renewed })
  return renewed
}

/** Mails a new link to the signer. Earlier links stop working. */
export async function resendDocument(
  db: Db,
  editor: Editor,
  key: { id: number } | { document_id: string },
  now = new Date(),
): Promise<void> {
  const { id } = await getDocument(db, editor.actor, key)
  const document = await lockFor(db, editor, id, 'resend')
  const signer = await lockTurn(db, id)
  const { auditActor } = editor
  await renewSecret(db, signer, await renewExpiry(db, document, now))
  await recordDocumentEvent(db, id, auditActor, { type: 'resent', recipientId: signer.id })
  auditDocument(db, auditActor, document, 'document.resent')
  await mailSigner(db, signer.id, 'resent', signer.secret_version + 1)
}

/** A new link for the signer, for example to sign on a device at the center. Earlier links stop working. */
export async function copySignLink(
  db: Db,
  editor: Editor & { domain: Domain; publicUrl: string; secretKey: string },
  id: number,
  now = new Date(),
): Promise<string> {
  const document = await lockFor(db, editor, id, 'copy_link')
  const signer = await lockTurn(db, id)
  const { auditActor, domain, publicUrl, secretKey } = editor
  const version = signer.secret_version + 1
  const secret = signerSecret(secretKey, { domainId: db.domainId, recipientId: signer.id, purpose: 'link', version })
  await renewSecret(db, signer, await renewExpiry(db, document, now), secret)
  await recordDocumentEvent(db, id, auditActor, { type: 'link_copied', recipientId: signer.id })
  auditDocument(db, auditActor, document, 'document.link_copied')
  return signLink(domainUrl(domain, publicUrl), document.document_id, secret)
}

/** Queues the failed step again. Two admins at once queue it once. */
export async function retryDocument(db: Db, editor: Editor, id: number): Promise<void> {
  const document = await lockFor(db, editor, id, 'retry')
  const { auditActor } = editor
  const isSending = document.step === 'send_failed'
  await updateDocument(db, id, { step: isSending ? 'sending' : 'sealing', failure: '' })
  await (isSending ? enqueueSend(db, id) : enqueueSeal(db, id))
  await recordDocumentEvent(db, id, auditActor, { type: 'retried' })
  auditDocument(db, auditActor, document, 'document.retried')
}
