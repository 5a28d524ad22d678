/** The signing page opens its document, and its PDF. */
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { auditDocument } from '#api/features/documents/state/change-state.commands.ts'
import { recordDocumentEvent } from '#api/features/documents/state/record-event.commands.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { auditActorOf, type SignerRequest, updateSigner } from './signer-request.commands.ts'
import { assertReadable, lockSigningSession, type SigningSession } from './signing-sessions.queries.ts'

/** The document of the page. Its first opening marks the signer as `viewed`. */
export async function openDocument(db: Db, request: SignerRequest): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertReadable(session)
  const { document, signer, userId } = session
  if (signer.status !== 'sent') return session
  const viewed = { status: 'viewed', viewed_at: new Date().toISOString() } as const
  await updateSigner(db, signer.id, viewed)
  const { ip } = request.auditActor
  await recordDocumentEvent(db, document.id, {
    ...{ type: 'viewed', recipientId: signer.id, userId, ip, userAgent: request.userAgent },
  })
  auditDocument(db, auditActorOf(request, session), document, 'document.viewed', { role: signer.role })
  return { ...session, signer: { ...signer, ...viewed } }
}

interface OpenedPdf {
  pdf: Buffer
  /** The page returns it with the consent: the PDF has arrived. Undefined when there is nothing left to sign. */
  proof: string | undefined
}

/** What is to be signed; after the completion, the sealed file. */
export async function openPdf(
  { files, transact }: { files: FileStore; transact: RunInTransaction },
  request: SignerRequest,
): Promise<OpenedPdf> {
  const proof = newSecret()
  const { key, isOpen } = await transact(async (db) => {
    const session = await lockSigningSession(db, request.secret)
    assertReadable(session)
    const { document, signer, version } = session
    const isOpen = session.endReason === null
    if (isOpen) await updateSigner(db, signer.id, { proof_hash: hashSecret(proof) })
    if (document.sealed_key !== null) await recordDownload(db, request, session)
    return { key: document.sealed_key ?? version.file_key, isOpen }
  })
  return { pdf: await buffer((await files.open(key)).stream), proof: isOpen ? proof : undefined }
}

async function recordDownload(db: Db, request: SignerRequest, session: SigningSession): Promise<void> {
  const { document, signer, userId } = session
  const { ip } = request.auditActor
  await recordDocumentEvent(db, document.id, {
    ...{ type: 'downloaded', recipientId: signer.id, userId, ip, userAgent: request.userAgent },
  })
  auditDocument(db, auditActorOf(request, session), document, 'document.downloaded', { role: signer.role })
}
