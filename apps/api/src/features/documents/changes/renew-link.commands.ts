/** New secrets for the link of a signer. */
import { EXPIRY_DAYS } from '@vialdesk/contract/document-requests'
import type { Db } from '#api/db/db.ts'
import { DAY_MS, mailSigner, updateDocument } from '#api/features/documents/state/change-state.commands.ts'
import { type LockedDocument, type LockedRecipient, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'

/** A link that is sent again works for at least this many days: an earlier expiry is moved to the full time again. */
const LEAST_DAYS = 7

/** The signer whose turn it is. */
export const findTurn = async (db: Db, documentId: number): Promise<LockedRecipient | undefined> =>
  (await lockRecipients(db, documentId)).find(({ status }) => status === 'sent' || status === 'viewed')

/** Ends the earlier link. `secret` is that of the new one; without it, the mail makes it. */
export const renewSecret = (db: Db, { id, secret_version }: LockedRecipient, expiresAt: string | Date | null, secret?: string) =>
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
export async function renewExpiry(db: Db, { id, expires_at }: LockedDocument, now: Date): Promise<string | Date | null> {
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
