/** Finds the open signing page by its secret, with its document and its signer. */

import { CONSENT_VERSION, SIGNATURE_MEANINGS, type SigningDocument } from '@vialdesk/contract/documents/signing'
import type { FieldValue, PageSize, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import {
  type LockedDocument,
  type LockedRecipient,
  lockDocument,
  lockRecipients,
} from '#api/features/documents/state/lock-document.queries.ts'
import { assertSignable, OPENED_ELSEWHERE, PAGE_EXPIRED } from '#api/features/signing/signing.policy.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export interface SigningVersion {
  template_id: string
  version: number
  file_key: string
  /** Of the file, in hexadecimal. */
  sha256: string
  pages: PageSize[]
  fields: SigningField[]
}

export interface SigningSession {
  tokenHash: Buffer
  /** The user who opened the page. Null for a guest. */
  userId: number | null
  endReason: 'replaced' | 'signed' | 'declined' | 'revoked' | null
  /** Its time is over, or the session of its user. */
  expired: boolean
  document: LockedDocument
  /** The signer of this page. */
  signer: LockedRecipient
  /** All signers, in their order. */
  recipients: LockedRecipient[]
  version: SigningVersion
}

interface SessionRow {
  recipient_id: number
  document_id: number
  user_id: number | null
  end_reason: SigningSession['endReason']
  expired: boolean
}

const SESSION = `
  select s.recipient_id, r.document_id, s.user_id, s.end_reason,
    s.expires_at <= now() or (s.session_id is not null and not is_live_session(s.session_id)) as expired
  from signing_sessions s
  join document_recipients r on r.domain_id = s.domain_id and r.id = s.recipient_id
  where s.domain_id = $1 and s.token_hash = $2`

const VERSION = `
  select t.template_id, v.version, v.file_key, v.sha256, v.pages, v.fields
  from template_versions v
  join templates t on t.domain_id = v.domain_id and t.id = v.template_id
  where v.domain_id = $1 and v.template_id = $2 and v.version = $3`

/** The version of the template that is signed. It never changes. */
export async function getSigningVersion(
  db: Db,
  { template_id, template_version }: Pick<LockedDocument, 'template_id' | 'template_version'>,
): Promise<SigningVersion> {
  const [version] = await db.rows<SigningVersion>(VERSION, [db.domainId, template_id, template_version])
  return version ?? fail('not_found')
}

/** Locks the document of the page and its signers. An unknown page has been swept, or never existed. */
export async function lockSigningSession(db: Db, secret: string): Promise<SigningSession> {
  const tokenHash = hashSecret(secret)
  const find = async () => (await db.rows<SessionRow>(SESSION, [db.domainId, tokenHash]))[0]
  const { document_id } = (await find()) ?? fail('link_expired', { message: PAGE_EXPIRED })
  const document = await lockDocument(db, { id: document_id })
  const recipients = await lockRecipients(db, document_id)
  // Read again under the lock: another window may have ended the page in the meantime.
  const { recipient_id, user_id, end_reason, expired } = (await find()) ?? fail('link_expired', { message: PAGE_EXPIRED })
  const signer = recipients.find(({ id }) => id === recipient_id) ?? fail('not_found')
  const version = await getSigningVersion(db, document)
  return { tokenHash, userId: user_id, endReason: end_reason, expired, document, signer, recipients, version }
}

/** A page shows its document until it expires or the signer opens another one; after signing, it shows the signer's copy. */
export function assertReadable(session: SigningSession): void {
  if (session.endReason === 'replaced') fail('link_expired', { message: OPENED_ELSEWHERE })
  if (session.expired) fail('link_expired', { message: PAGE_EXPIRED })
  if (session.endReason === 'signed' || session.endReason === 'declined') return
  assertSignable(session.document, session.signer)
}

/** Fails unless the page can still sign, decline or change the consent. */
export function assertOpen(session: SigningSession): void {
  assertReadable(session)
  assertSignable(session.document, session.signer)
}

const stateOf = ({ signer }: SigningSession): SigningDocument['state'] => {
  if (signer.status === 'signed') return 'signed'
  return signer.consent_version === CONSENT_VERSION ? 'sign' : 'consent'
}

/** The values that are known: prefilled ones, and those of signers who have finished. */
function knownValues({ document, recipients }: SigningSession): FieldValue[] {
  const all = Object.assign({}, document.prefill, ...recipients.map(({ values }) => values)) as Record<string, string>
  return Object.entries(all).map(([field_id, value]) => ({ field_id, value }))
}

/** What is shown next to the signatures of the signers who have finished. */
const finishedSignatures = ({ recipients }: SigningSession): SigningDocument['signatures'] =>
  recipients.flatMap(({ role, name, status, signed_at, short_id }) => {
    if (status !== 'signed' || signed_at === null) return []
    return { role, name, signed_at: signed_at as string, meaning: SIGNATURE_MEANINGS[role], short_id: short_id ?? '' }
  })

/** The answer of every call of the signing page. */
export function describeSession(session: SigningSession, domain: Pick<Domain, 'name'>): SigningDocument {
  const { document, signer, recipients, version } = session
  return {
    ...{ document_id: document.document_id, title: document.name, message: document.message, status: document.status },
    state: stateOf(session),
    sealed: document.sealed_key !== null,
    others_pending: recipients.some(({ id, status }) => id !== signer.id && status !== 'signed'),
    test: document.party === 'test',
    business: domain.name,
    signer: { role: signer.role, name: signer.name, email: signer.email },
    ...{ pages: version.pages, fields: version.fields, values: knownValues(session), consent_version: CONSENT_VERSION },
    signatures: finishedSignatures(session),
    expires_at: document.expires_at as string | null,
  }
}
