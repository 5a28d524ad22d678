/** A guest downloads the sealed copy once, with the secret of the mailed link. */

import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { getHolder } from '#api/features/documents/signing-links/signers.queries.ts'
import { auditDocument, recordDocumentEvent } from '#api/features/documents/state/change-state.commands.ts'
import { type LockedRecipient, lockDocument } from '#api/features/documents/state/lock-document.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { FileStore } from '#api/platform/ports/files.ts'

const COPY_USED = 'This link has expired or was already used. Ask for another copy, or log in to open the document in the portal.'

interface CopyRequest {
  documentId: string
  secret: string
  actor: Actor | undefined
  userAgent: string | null
}

type CopyRow = Pick<LockedRecipient, 'id' | 'user_id' | 'role' | 'email'> & { lives: boolean }
const RECIPIENT = `
  select r.id, r.user_id, r.role, r.email, r.copy_expires_at > now() as lives
  from document_recipients r
  where r.domain_id = $1 and r.document_id = $2 and r.copy_secret_hash = $3`

/** The key of the sealed file. A stranger cannot tell a wrong secret from an unknown document. */
async function getCopy(db: Db, { documentId, secret, actor }: CopyRequest) {
  const document = await lockDocument(db, { document_id: documentId })
  const [recipient] = await db.rows<CopyRow>(RECIPIENT, [db.domainId, document.id, hashSecret(secret)])
  if (!recipient) fail('not_found')
  await getHolder(db, recipient, actor)
  if (!recipient.lives || document.sealed_key === null) fail('link_expired', { message: COPY_USED })
  return { document, recipientId: recipient.id, key: document.sealed_key }
}

/** The file is read before the link is used up, so that a failing file store costs the guest nothing. */
export async function openGuestCopy(
  { files, transact }: { files: FileStore; transact: RunInTransaction },
  request: CopyRequest,
): Promise<Buffer> {
  const { key } = await transact((db) => getCopy(db, request))
  const pdf = await buffer((await files.open(key)).stream)
  await transact(async (db) => {
    const { document, recipientId } = await getCopy(db, request)
    await db.updateRows('document_recipients', { id: recipientId }, { copy_expires_at: sql`now()` })
    const { userAgent } = request
    await recordDocumentEvent(db, document.id, { type: 'downloaded', recipientId, userAgent })
    auditDocument(db.as({ ip: db.auditActor.ip, requestId: db.auditActor.requestId }), document, 'document.downloaded')
  })
  return pdf
}
