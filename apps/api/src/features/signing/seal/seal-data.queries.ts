/** What a seal job needs to know about a signed document. */

import { SIGNATURE_MEANINGS } from '@vialdesk/contract/documents/signing'
import { signerRoleNames } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { findEvents } from '#api/features/documents/documents.queries.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { getSigningVersion, type SigningVersion } from '#api/features/signing/session/signing-sessions.queries.ts'
import type { CertificateEvent, CertificateSigner } from '#api/platform/pdf/certificate.ts'

export interface SealData {
  document: LockedDocument
  recipients: LockedRecipient[]
  version: SigningVersion
  history: CertificateEvent[]
}

async function findHistory(db: Db, id: number): Promise<CertificateEvent[]> {
  const events = await findEvents(db, id)
  return events.map(({ at, title, by, ip }) => ({ at: new Date(at), event: title, by, ...(ip !== null && { ip }) }))
}

/** Undefined when the document does not wait for its seal. */
export async function findSealData(db: Db, id: number): Promise<SealData | undefined> {
  const document = await lockDocument(db, { id })
  if (document.status !== 'Pending' || document.step !== 'sealing') return undefined
  const recipients = await lockRecipients(db, id)
  return { document, recipients, version: await getSigningVersion(db, document), history: await findHistory(db, id) }
}

const dateOf = (value: LockedRecipient['signed_at']) => new Date(value as string)

/** The signer as the certificate names it, without the picture. */
export const certificateSigner = (signer: LockedRecipient): CertificateSigner => ({
  ...{ role: signerRoleNames[signer.role], name: signer.signed_name ?? signer.name, email: signer.email },
  ...{ signedAt: dateOf(signer.signed_at), timeZone: signer.time_zone, meaning: SIGNATURE_MEANINGS[signer.role] },
  shortId: signer.short_id ?? '',
  ...(signer.consent_version !== null && { consent: { version: signer.consent_version, at: dateOf(signer.consented_at) } }),
  ...(signer.viewed_at !== null && { viewedAt: dateOf(signer.viewed_at) }),
  ...(signer.ip !== null && { ip: signer.ip }),
  ...(signer.user_agent !== null && { userAgent: signer.user_agent }),
})
