/** Whether a signer can sign a document now, and the sentences for a signer who cannot. */
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import type { LockedDocument, LockedRecipient } from '#api/features/documents/state/lock-document.queries.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export const OPENED_ELSEWHERE = 'This document was opened in another window. Continue there, or open it again here.'
export const PAGE_EXPIRED =
  'This page was open for too long, or you logged out. Open the document again from your email or the portal.'
export const ALREADY_SIGNED = 'You have already signed this document.'
export const LINK_EXPIRED = 'This link has expired. Ask for a new one.'
export const NOT_YOUR_TURN = 'Another signer must sign first. You will be asked when it is your turn.'
export const NOT_READY = 'This document is being prepared. Try again in a moment.'

const endedSentences: Record<Exclude<DocumentStatus, 'Pending'>, string> = {
  Completed: 'This document is signed and completed.',
  Declined: 'This document was declined, so it cannot be signed any more.',
  Expired: 'The time to sign this document is over. Ask for it to be sent again.',
  // Not 'withdrawn': error texts that contain a value of a secret field, such as the kind `drawn` of a signature, are not answered.
  Revoked: 'This document was cancelled by its sender. You do not have to sign it.',
}

/** Fails with a sentence for the signer unless the signer can sign the document now. */
export function assertSignable({ status, step, expires_at }: LockedDocument, signer: LockedRecipient, now = new Date()): void {
  if (signer.status === 'signed') fail('link_expired', { message: ALREADY_SIGNED })
  if (status !== 'Pending') fail('link_expired', { message: endedSentences[status] })
  if (expires_at !== null && new Date(expires_at) <= now) fail('link_expired', { message: endedSentences.Expired })
  // A link sends a new document first, so only its signers can be early.
  if (step === 'send_failed') fail('conflict', { message: NOT_READY })
  if (signer.status === 'waiting' && step !== 'sending') fail('conflict', { message: NOT_YOUR_TURN })
}
