/** Links that open a document for signing in a frame. The caller has identified the signer. */

import type { Db } from '#api/db/db.ts'
import { getProviderOf, type SigningContext, sendDocument } from '#api/features/documents/sending/send-document.commands.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { recordDocumentEvent } from '#api/features/documents/state/change-state.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { actorOfPage } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'

export interface LinkContext extends SigningContext {
  domain: Domain
  /** The user who opens the document, if one is signed in. */
  actor: Actor | undefined
  userAgent: string | undefined
}

export interface OpenedLink {
  success: true
  documentId: string
  signLink: string
  message: string
}

/** The screen that the frame shows when the signer has finished. */
const completedPage = ({ party, document_id }: LockedDocument) =>
  `/${party === 'patient' ? 'patient-signed-completed-message' : 'signed-completed-message'}?documentId=${document_id}`

/** Answers the refusal of a provider to the person who wants to sign. */
function failRefused(error: unknown): never {
  if (error instanceof SigningRefused) return fail('conflict', { message: error.message, cause: error })
  if (!(error instanceof SigningUnavailable)) throw error
  const message = 'The signing service does not answer. Try again in a moment.'
  return fail('unavailable', { message, cause: error, headers: { 'retry-after': String(error.retryAfterSeconds ?? 5) } })
}

const NOT_READY = 'This document is being prepared. Try again in a moment.'
const NOT_SIGNABLE = 'This document cannot be signed any more.'
const NOT_YOUR_TURN = 'You have signed this document, or another signer must sign first.'

/** The document and the signer, if the signer can sign it now. */
const readTurn = (id: number, role: LockedRecipient['role']) => async (db: Db) => {
  const document = await lockDocument(db, { id })
  const signer = (await lockRecipients(db, id)).find((each) => each.role === role) ?? fail('not_found')
  const { status, step, expires_at } = document
  const hasExpired = expires_at !== null && new Date(expires_at) <= new Date()
  if (status !== 'Pending' || hasExpired || step === 'sealing' || step === 'seal_failed')
    fail('conflict', { message: NOT_SIGNABLE })
  if (step !== 'waiting') fail('conflict', { message: NOT_READY })
  if (signer.status !== 'sent' && signer.status !== 'viewed') fail('conflict', { message: NOT_YOUR_TURN })
  return { document, signer }
}

/** Sends the document first if its job has not run yet. Providers are called outside transactions. */
export async function openSignLink(
  context: LinkContext,
  { id, role, userId }: { id: number; role: LockedRecipient['role']; userId: number | null },
): Promise<OpenedLink> {
  const { domain, ports, transact, userAgent, actor } = context
  await sendDocument(context, id).catch(failRefused)
  const { document, signer } = await transact(readTurn(id, role))
  const { provider, account } = await getProviderOf(context, document)
  const signLink = await provider
    .signingLink(account, {
      documentRef: document.provider_ref ?? document.document_id,
      signer: { role, email: signer.email },
      ...(actor && userId !== null && { opener: { userId, sessionId: actor.sessionId } }),
      returnUrl: `${domainUrl(domain, ports.publicUrl)}${completedPage(document)}`,
    })
    .catch(failRefused)
  const opened = { type: 'opened', recipientId: signer.id, userAgent: userAgent ?? null } as const
  await transact((db) => recordDocumentEvent(db.as(actorOfPage(db.auditActor, userId, signer.user_id)), id, opened))
  return { success: true, documentId: document.document_id, signLink, message: 'The document is ready to sign.' }
}
