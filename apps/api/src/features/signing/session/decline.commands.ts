/** The signer declines. */
import type { Db } from '#api/db/db.ts'
import { declineDocument } from '#api/features/documents/state/change-state.commands.ts'
import { asSigner, endSession, type SignerRequest } from './signer-request.commands.ts'
import { assertOpen, assertReadable, lockSigningSession, type SigningSession } from './signing-sessions.queries.ts'

/** A repeated request gets the same answer. */
export async function declineAsSigner(db: Db, request: SignerRequest, reason: string): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertReadable(session)
  if (session.endReason === 'declined') return session
  assertOpen(session)
  const { document, signer } = session
  await declineDocument(asSigner(db, session), document.id, signer, reason)
  await endSession(db, session, 'declined')
  return { ...session, document: { ...document, status: 'Declined' }, signer: { ...signer, status: 'declined' } }
}
