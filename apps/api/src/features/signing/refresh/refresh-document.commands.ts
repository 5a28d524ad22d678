/**
 * Brings a document to the state that it has at its external provider. Events of a webhook, the sweep and users may ask for it in any
 * order and repeatedly: a state that the document already has changes nothing.
 */

import { PDF } from '@libpdf/core'
import type { Db } from '#api/db/db.ts'
import { getProviderOf, type SigningContext } from '#api/features/documents/sending/send-document.commands.ts'
import {
  completeDocument,
  declineDocument,
  expireDocument,
  failDocument,
  inviteNextSigner,
  recordChange,
  recordDocumentEvent,
  revokeDocument,
} from '#api/features/documents/state/change-state.commands.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { DOCUMENT_FILES } from '#api/platform/files/pdf-folders.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'
import { type DocumentState, SigningMissing } from '#api/platform/ports/signing.ts'

const NOT_SENT = 'The signing service could not send this document.'
export const GONE = 'The signing service does not have this document any more.'

/** Only an open document of an external provider can change there. The portal's own engine changes its documents itself. */
const isOpenElsewhere = ({ provider, provider_ref, status, step }: LockedDocument) =>
  provider !== 'embedded' && provider_ref !== null && status === 'Pending' && step === 'waiting'

interface RefreshOptions {
  /** The provider reported that it could not send the document. */
  sendFailed: boolean
  isNightly: boolean
  /** The provider has been asked often enough for a document that it does not have. */
  lastAttempt: boolean
}

export async function refreshDocument(
  context: SigningContext,
  id: number,
  { sendFailed, isNightly, lastAttempt }: RefreshOptions,
): Promise<void> {
  const document = await context.transact((db) => lockDocument(db, { id }))
  if (!isOpenElsewhere(document)) return
  const { provider, account } = await getProviderOf(context, document)
  try {
    const state = await provider.lookUp(account, document.provider_ref as string, { mayWait: isNightly })
    await context.transact((db) => applyState(db, id, state))
  } catch (error) {
    if (!(error instanceof SigningMissing) || !(sendFailed || lastAttempt)) throw error
    await context.transact((db) => failDocument(db, id, 'send_failed', sendFailed ? NOT_SENT : GONE))
  }
}

async function applyState(db: Db, id: number, state: DocumentState): Promise<void> {
  const document = await lockDocument(db, { id })
  if (!isOpenElsewhere(document)) return
  const recipients = await lockRecipients(db, id)
  if (state.status === 'Expired') return expireDocument(db, id, latestOf(document))
  if (state.status === 'Revoked') return revokeDocument(db, id, state.reason)
  if (state.status === 'Declined') {
    const decliner = recipients.find((recipient) => signerOf(state, recipient)?.status === 'declined')
    return declineDocument(db, id, decliner, state.reason)
  }
  for (const recipient of recipients) await applySigner(db, document, recipient, state)
  await inviteNextSigner(db, id)
}

/** The provider ends the document by whole days, so it may be earlier than the portal. */
const latestOf = ({ expires_at }: LockedDocument) =>
  new Date(Math.max(Date.now(), expires_at ? Date.parse(String(expires_at)) : 0))

/** By role; else by e-mail address. */
function signerOf({ signers }: DocumentState, { role, email }: LockedRecipient) {
  return (
    signers.find((signer) => signer.role === role) ??
    signers.find((signer) => signer.role === undefined && signer.email.toLowerCase() === email.toLowerCase())
  )
}

async function applySigner(db: Db, document: LockedDocument, recipient: LockedRecipient, state: DocumentState): Promise<void> {
  const signer = signerOf(state, recipient)
  // A completed document was signed by everybody, also by a signer whom the provider names differently.
  const hasSigned = state.status === 'Completed' || signer?.status === 'signed'
  if (hasSigned) return markSigned(db, document, recipient, signer?.signedAt ?? new Date())
  if (signer?.status !== 'viewed' || recipient.status !== 'sent') return
  await db.updateRows('document_recipients', { id: recipient.id }, { status: 'viewed', viewed_at: new Date() })
  await recordDocumentEvent(db, document.id, { type: 'viewed', recipientId: recipient.id })
}

/** The provider keeps the signature and its values. Ours is bound to the provider's document until its sealed file is stored. */
async function markSigned(db: Db, document: LockedDocument, recipient: LockedRecipient, signedAt: Date): Promise<void> {
  if (recipient.status === 'signed') return
  const bound = JSON.stringify([document.provider, document.provider_ref, recipient.role, signedAt.toISOString()])
  const signed_sha256 = sha256(bound)
  await db.updateRows(
    'document_recipients',
    { id: recipient.id },
    { status: 'signed', signed_at: signedAt, values: '{}', signed_sha256 },
  )
  await recordChange(
    db,
    document,
    { type: 'signed', recipientId: recipient.id },
    { role: recipient.role, signer_id: recipient.user_id },
  )
}

/**
 * Stores the file that an external provider has sealed, and completes the document. Safe to repeat. Does nothing for a document that is not
 * signed by everybody, or that is completed. Throws SigningUnavailable.
 */
export async function keepProviderFile(context: SigningContext, id: number): Promise<void> {
  const document = await context.transact((db) => lockDocument(db, { id }))
  if (document.status !== 'Pending' || document.step !== 'sealing' || document.provider_ref === null) return
  const { provider, account } = await getProviderOf(context, document)
  const pdf = await provider.downloadSigned(account, document.provider_ref)
  const pages = (await PDF.load(pdf)).getPageCount()
  const key = await storeFile(context.transact, context.ports.files, { folder: DOCUMENT_FILES, extension: 'pdf', bytes: pdf })
  const sealed = { sealedKey: key, sealedSha256: sha256(pdf), pages }
  await context.transact((db) => completeDocument(db, id, sealed))
}
