/** The signing page opens its document, and its PDF. */
import { buffer } from 'node:stream/consumers'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import type { FileStore } from '#api/platform/ports/files.ts'
import { recordAct, type SignerRequest } from './signer-request.commands.ts'
import { assertReadable, lockSigningSession, type SigningSession } from './signing-sessions.queries.ts'

/** The document of the page. Its first opening marks the signer as `viewed`. */
export async function openDocument(db: Db, request: SignerRequest): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertReadable(session)
  const { signer } = session
  if (signer.status !== 'sent') return session
  const viewed = { status: 'viewed', viewed_at: new Date().toISOString() } as const
  await db.updateRows('document_recipients', { id: signer.id }, viewed)
  await recordAct(db, request, session, 'viewed')
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
    if (isOpen) await db.updateRows('document_recipients', { id: signer.id }, { proof_hash: hashSecret(proof) })
    if (document.sealed_key !== null) await recordAct(db, request, session, 'downloaded')
    return { key: document.sealed_key ?? version.file_key, isOpen }
  })
  return { pdf: await buffer((await files.open(key)).stream), proof: isOpen ? proof : undefined }
}
