/** New links for the signer of a waiting document, and new tries after a failure. */

import { EXPIRY_DAYS } from '@vialdesk/contract/document-requests'
import type { Db } from '#api/db/db.ts'
import { enqueueSend } from '#api/features/documents/create-document.commands.ts'
import { getDocument } from '#api/features/documents/documents.queries.ts'
import { signerSecret, signLink } from '#api/features/documents/mails/signer-secret.pure.ts'
import { hasAccount } from '#api/features/documents/signing-links/signers.queries.ts'
import {
  DAY_MS,
  enqueueSeal,
  mailSigner,
  recordChange,
  updateDocument,
} from '#api/features/documents/state/change-state.commands.ts'
import { type LockedDocument, type LockedRecipient, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { lockFor } from './edit-document.commands.ts'

/** A link that is sent again works for at least this many days: an earlier expiry is moved to the full time again. */
const LEAST_DAYS = 7

/** The signer whose turn it is. */
export const findTurn = async (db: Db, documentId: number): Promise<LockedRecipient | undefined> =>
  (await lockRecipients(db, documentId)).find(({ status }) => status === 'sent' || status === 'viewed')

/** Ends the earlier link. `secret` is that of the new one; without it, the mail makes it. */
const renewSecret = (db: Db, { id, secret_version }: LockedRecipient, expiresAt: string | Date | null, secret?: string) =>
  db.updateRows(
    'document_recipients',
    { id },
    {
      secret_version: secret_version + 1,
      secret_hash: secret === undefined ? null : hashSecret(secret),
      secret_expires_at: expiresAt,
    },
  )

/** The expiry of a document whose link is renewed. */
async function renewExpiry(db: Db, { id, expires_at }: LockedDocument, now: Date): Promise<string | Date | null> {
  if (expires_at === null || new Date(expires_at).getTime() > now.getTime() + LEAST_DAYS * DAY_MS) return expires_at
  const renewed = new Date(now.getTime() + EXPIRY_DAYS * DAY_MS)
  await updateDocument(db, id, { expires_at: renewed })
  return renewed
}

/** Mails a new link to the signer. Earlier links stop working. */
export async function mailNewLink(db: Db, signer: LockedRecipient, expiresAt: string | Date | null): Promise<void> {
  await renewSecret(db, signer, expiresAt)
  await mailSigner(db, signer.id, 'resent', signer.secret_version + 1)
}

const lockTurn = async (db: Db, documentId: number): Promise<LockedRecipient> =>
  (await findTurn(db, documentId)) ?? fail('conflict', { message: 'This document does not wait for a signature.' })

/** Mails a new link to the signer. Earlier links stop working. */
export async function resendDocument(
  db: Db,
  viewer: Viewer,
  key: { id: number } | { document_id: string },
  now = new Date(),
): Promise<void> {
  const { id } = await getDocument(db, viewer, key)
  const document = await lockFor(db, viewer, id, 'resend')
  const signer = await lockTurn(db, id)
  await mailNewLink(db, signer, await renewExpiry(db, document, now))
  await recordChange(db, document, { type: 'resent', recipientId: signer.id })
}

/**
 * A link for the signer, for example to sign on a device at the center. A signer with an account logs in at it. For a guest it has a
 * new secret, and earlier links stop working.
 */
export async function copySignLink(
  db: Db,
  viewer: Viewer,
  { domain, publicUrl, secretKey }: { domain: Domain; publicUrl: string; secretKey: string },
  id: number,
  now = new Date(),
): Promise<{ link: string; needs_login: boolean }> {
  const document = await lockFor(db, viewer, id, 'copy_link')
  const signer = await lockTurn(db, id)
  const version = signer.secret_version + 1
  const needs_login = await hasAccount(db, signer)
  const expiresAt = await renewExpiry(db, document, now)
  const secret = needs_login
    ? undefined
    : signerSecret(secretKey, { domainId: db.domainId, recipientId: signer.id, purpose: 'link', version })
  if (secret !== undefined) await renewSecret(db, signer, expiresAt, secret)
  await recordChange(db, document, { type: 'link_copied', recipientId: signer.id })
  return { link: signLink(domainUrl(domain, publicUrl), document.document_id, secret), needs_login }
}

/** Queues the failed step again. Two admins at once queue it once. */
export async function retryDocument(db: Db, viewer: Viewer, id: number): Promise<void> {
  const document = await lockFor(db, viewer, id, 'retry')
  const isSending = document.step === 'send_failed'
  await updateDocument(db, id, { step: isSending ? 'sending' : 'sealing', failure: '' })
  await (isSending ? enqueueSend(db, id) : enqueueSeal(db, id))
  await recordChange(db, document, { type: 'retried' })
}
