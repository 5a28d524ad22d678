/** Makes the link that opens a document for its signer, for the holder of the mailed secret or for the signed-in signer. */
import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#api/db/db.ts'
import { type LinkContext, openSignLink } from '#api/features/documents/signing-links/sign-links.commands.ts'
import { getHolder, getOwnSigner } from '#api/features/documents/signing-links/signers.queries.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { assertSignable, LINK_EXPIRED } from '#api/features/signing/signing.policy.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/kernel/fail.ts'

interface LinkRequest {
  documentId: string
  secret: string | undefined
}

interface IdentifiedSigner {
  document: LockedDocument
  recipient: LockedRecipient
  /** The user who really signs. Null for a guest. */
  userId: number | null
}

const isSecretOf = ({ secret_hash }: LockedRecipient, secret: string) =>
  secret_hash !== null && timingSafeEqual(secret_hash, hashSecret(secret))

/** A stranger cannot tell a wrong secret from an unknown document. */
async function getBySecret(db: Db, recipients: LockedRecipient[], secret: string, actor: Actor | undefined) {
  const recipient = recipients.find((each) => isSecretOf(each, secret)) ?? fail('not_found')
  return { recipient, userId: await getHolder(db, recipient, actor) }
}

/** Fails when the mailed link has expired, but its document can still be signed. */
function assertSecretLives({ secret_expires_at }: LockedRecipient, now = new Date()): void {
  if (secret_expires_at !== null && new Date(secret_expires_at) <= now) fail('link_expired', { message: LINK_EXPIRED })
}

async function identifySigner(db: Db, { documentId, secret }: LinkRequest, actor: Actor | undefined): Promise<IdentifiedSigner> {
  const document = await lockDocument(db, { document_id: documentId })
  const recipients = await lockRecipients(db, document.id)
  const signer =
    secret === undefined ? await getOwnSigner(db, recipients, actor) : await getBySecret(db, recipients, secret, actor)
  assertSignable(document, signer.recipient)
  if (secret !== undefined) assertSecretLives(signer.recipient)
  return { document, ...signer }
}

/** Opens the signing page at the provider. */
export async function openSigningLink(context: LinkContext, request: LinkRequest): Promise<string> {
  const { document, recipient, userId } = await context.transact((db) => identifySigner(db, request, context.actor))
  const { signLink } = await openSignLink(context, { id: document.id, role: recipient.role, userId })
  return signLink
}
