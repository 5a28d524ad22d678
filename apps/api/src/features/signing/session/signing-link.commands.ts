/** Makes the link that opens a document for its signer, for the holder of the mailed secret or for the signed-in signer. */
import { timingSafeEqual } from 'node:crypto'
import { SigningRefused, SigningUnavailable } from '#api/adapters/signing/port.ts'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { recordDocumentEvent } from '#api/features/documents/state/record-event.commands.ts'
import { assertSignable, LINK_EXPIRED, ONLY_THE_SIGNER } from '#api/features/signing/signing.policy.ts'
import { getSigningAccount } from '#api/features/templates/signing-account.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import type { RequestOrigin } from '#api/platform/audit/audit.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import type { Ports } from '#api/platform/ports.ts'
import { findUserSigningAs } from './signers.queries.ts'

export interface LinkRequest {
  documentId: string
  secret: string | undefined
  actor: Actor | undefined
  origin: RequestOrigin & { userAgent: string | null }
}

interface IdentifiedSigner {
  document: LockedDocument
  recipient: LockedRecipient
  /** The user who really signs. Null for a guest. */
  userId: number | null
}

const isSecretOf = ({ secret_hash }: LockedRecipient, secret: string) =>
  secret_hash !== null && timingSafeEqual(secret_hash, hashSecret(secret))

/** A stranger cannot tell a wrong secret from an unknown document. In the account of another user, no secret admits. */
async function getBySecret(db: Db, recipients: LockedRecipient[], secret: string, actor: Actor | undefined) {
  const recipient = recipients.find((each) => isSecretOf(each, secret)) ?? fail('not_found')
  const user = actor && (await findUserSigningAs(db, recipient, actor))
  if (actor && actor.kind !== 'own' && user === undefined) fail('forbidden', { message: ONLY_THE_SIGNER })
  return { recipient, userId: user ?? null }
}

async function getBySession(db: Db, recipients: LockedRecipient[], actor: Actor) {
  for (const recipient of recipients) {
    const userId = await findUserSigningAs(db, recipient, actor)
    if (userId !== undefined) return { recipient, userId }
    if (recipient.user_id === actor.id) fail('forbidden', { message: ONLY_THE_SIGNER })
  }
  return fail('not_found')
}

/** Fails when the mailed link has expired, but its document can still be signed. */
function assertSecretLives({ secret_expires_at }: LockedRecipient, now = new Date()): void {
  if (secret_expires_at !== null && new Date(secret_expires_at) <= now) fail('link_expired', { message: LINK_EXPIRED })
}

async function identifySigner(db: Db, { documentId, secret, actor }: LinkRequest): Promise<IdentifiedSigner> {
  const document = await lockDocument(db, { document_id: documentId })
  const recipients = await lockRecipients(db, document.id)
  const signer =
    secret === undefined
      ? await getBySession(db, recipients, actor ?? fail('not_found'))
      : await getBySecret(db, recipients, secret, actor)
  assertSignable(document, signer.recipient)
  if (secret !== undefined) assertSecretLives(signer.recipient)
  return { document, ...signer }
}

/** The page that the signer sees after signing. */
const completedPage = ({ role }: LockedRecipient, { document_id }: LockedDocument) =>
  `/${role === 'patient' ? 'patient-signed-completed-message' : 'signed-completed-message'}?documentId=${document_id}`

function refusalOf(error: unknown): unknown {
  if (error instanceof SigningRefused) return fail('conflict', { message: error.message, cause: error })
  if (!(error instanceof SigningUnavailable)) return error
  const message = 'The signing service does not answer. Try again in a moment.'
  return fail('unavailable', { message, cause: error, headers: { 'retry-after': String(error.retryAfterSeconds ?? 5) } })
}

/** The provider is called outside the transactions. */
export async function openSigningLink(
  { domain, ports, transact }: { domain: Domain; ports: Ports; transact: RunInTransaction },
  request: LinkRequest,
): Promise<string> {
  const { document, recipient, userId, account } = await transact(async (db) => {
    const signer = await identifySigner(db, request)
    return { ...signer, ...(await getSigningAccount(db, ports.secretKey, signer.document.provider)) }
  })
  const { role, email } = recipient
  const link = await ports.signing[document.provider]
    .signingLink(account, {
      documentRef: document.provider_ref ?? document.document_id,
      signer: { role, email },
      userId,
      returnUrl: `${domainUrl(domain, ports.publicUrl)}${completedPage(recipient, document)}`,
    })
    .catch((error) => {
      throw refusalOf(error)
    })
  const { ip, userAgent } = request.origin
  await transact((db) =>
    recordDocumentEvent(db, document.id, {
      ...{ type: 'opened', recipientId: recipient.id, userId, ip, userAgent },
    }),
  )
  return link
}
