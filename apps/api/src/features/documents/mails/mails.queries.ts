/** The data of mails to signers and requesters. */
import type { Db } from '#api/db/db.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'

/** The signer and the document, locked; undefined if the signer does not exist. */
export async function lockSigner(
  db: Db,
  recipientId: number,
): Promise<{ document: LockedDocument; signer: LockedRecipient } | undefined> {
  const found = await db.findRow('document_recipients', ['document_id'], { id: recipientId })
  if (!found) return undefined
  const document = await lockDocument(db, { id: found.document_id })
  const signer = (await lockRecipients(db, document.id)).find(({ id }) => id === recipientId)
  return signer && { document, signer }
}

/** The active user who requested a document. */
export async function findRequester(db: Db, documentId: number): Promise<{ email: string; document_id: string } | undefined> {
  const [found] = await db.rows<{ email: string; document_id: string }>(
    `select u.email, d.document_id
     from documents d
     join users u on u.domain_id = d.domain_id and u.id = d.requested_by and u.active
     where d.domain_id = $1 and d.id = $2`,
    [db.domainId, documentId],
  )
  return found
}

/** True for a signer who can log in. */
export async function isActiveUser(db: Db, id: number | null): Promise<boolean> {
  if (id === null) return false
  const found = await db.rows('select 1 from users where domain_id = $1 and id = $2 and active', [db.domainId, id])
  return found.length > 0
}
