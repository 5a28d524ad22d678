/** Locks a document and its signers until the end of the transaction: changes of state run one after the other. */
import type { DocumentKind, DocumentStatus, DocumentStep } from '@vialdesk/contract/documents/documents'
import type { SigningProviderName } from '@vialdesk/contract/documents/signing'
import type { SignerRole } from '@vialdesk/contract/documents/signing-fields'
import type { Selectable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { fail } from '#api/platform/kernel/fail.ts'

type Row = Omit<Selectable<Tables['documents']>, 'search' | 'party' | 'kind' | 'status' | 'step' | 'provider' | 'prefill'>
export interface LockedDocument extends Row {
  party: 'patient' | 'center' | 'test'
  kind: DocumentKind
  status: DocumentStatus
  step: DocumentStep
  provider: SigningProviderName
  /** Text of prefilled fields by field id. */
  prefill: Record<string, string>
}

type RecipientRow = Omit<Selectable<Tables['document_recipients']>, 'role' | 'status' | 'values'>
export interface LockedRecipient extends RecipientRow {
  role: SignerRole
  status: 'waiting' | 'sent' | 'viewed' | 'signed' | 'declined'
  /** Text of the signer's fields by field id; null until the signer has finished. */
  values: Record<string, string> | null
}

const DOCUMENT_COLUMNS = [
  ...(['domain_id', 'id', 'document_id', 'party', 'kind', 'name', 'message', 'template_id', 'template_version'] as const),
  ...(['provider', 'provider_ref', 'status', 'step', 'failure', 'patient_id', 'patient_name', 'patient_email'] as const),
  ...(['harvest_center_id', 'referral_center_id', 'referred_center_id', 'requested_by', 'prefill', 'reason', 'note'] as const),
  ...(['expires_at', 'reminders', 'next_reminder_at', 'created_at', 'completed_at', 'original_key'] as const),
  ...(['original_sha256', 'sealed_key', 'sealed_sha256', 'sealed_at', 'sealed_pages', 'hidden_at', 'legal_hold'] as const),
] as const

/** By the internal or the public id; not_found if there is no such document. */
export async function lockDocument(db: Db, key: { id: number } | { document_id: string }): Promise<LockedDocument> {
  const documents = db.selectFrom('documents').select(DOCUMENT_COLUMNS).where('domain_id', '=', db.domainId)
  const one = 'id' in key ? documents.where('id', '=', key.id) : documents.where('document_id', '=', key.document_id)
  const found = await one.forUpdate().executeTakeFirst()
  return (found as LockedDocument | undefined) ?? fail('not_found')
}

/** The signers in their order. Lock the document first. */
export async function lockRecipients(db: Db, documentId: number): Promise<LockedRecipient[]> {
  const recipients = await db
    .selectFrom('document_recipients')
    .selectAll()
    .where('domain_id', '=', db.domainId)
    .where('document_id', '=', documentId)
    .orderBy('position')
    .forUpdate()
    .execute()
  return recipients as LockedRecipient[]
}
