/** Stores the file that an external provider has sealed, and completes the document. Safe to repeat. */

import { PDF } from '@libpdf/core'
import { getProviderOf, type SigningContext } from '#api/features/documents/sending/send-document.commands.ts'
import { completeDocument } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { DOCUMENT_FILES } from '#api/platform/files/pdf-folders.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'

/** Does nothing for a document that is not signed by everybody, or that is completed. Throws SigningUnavailable. */
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
