/** Rows of templates and documents for tests, written directly. Files are stored only where a test needs them. */

import type { DocumentGroup } from '@vialdesk/contract/documents/document-groups'
import type { SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'

const NO_FILE = '0'.repeat(64)

export const signatureField = (role: SignerRole = 'patient', more: Partial<SigningField> = {}): SigningField => ({
  ...{ id: `signature-${role}`, type: 'signature', role, page: 1, required: true, label: 'Signature' },
  ...{ x: 0.1, y: 0.8, width: 0.3, height: 0.06 },
  ...more,
})

interface TemplateValues {
  type?: 2 | 4 | 5
  document_group?: DocumentGroup
  title?: string
  is_active?: boolean
  center_id?: number
  fields?: SigningField[]
  file_key?: string
  sha256?: string
}

/** A usable template with one version. */
export async function createTemplate(
  db: Db,
  { type = 2, fields, file_key, sha256 = NO_FILE, ...values }: TemplateValues = {},
): Promise<{ id: number; template_id: string }> {
  const template = await db
    .insertInto('templates')
    .values({
      ...{ domain_id: db.domainId, type, template_id: newPublicId(), provider: 'embedded', status: 'Completed', version: 1 },
      ...{ title: 'Agreement', description: 'An agreement', document_message: 'Please sign.' },
      ...{ admin_name: 'Ada Admin', admin_email: 'admin@acme.test' },
      ...(type === 2 && { document_group: 'attestation' }),
      ...values,
    })
    .returning(['id', 'template_id'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('template_versions')
    .values({
      ...{ domain_id: db.domainId, template_id: template.id, version: 1, sha256 },
      file_key: file_key ?? `${db.domainId}/templates/${newPublicId()}.pdf`,
      pages: JSON.stringify([{ width: 612, height: 792 }]),
      fields: JSON.stringify(fields ?? [signatureField(type === 2 ? 'patient' : 'center')]),
    })
    .execute()
  return template
}

interface DocumentValues {
  party?: 'patient' | 'center'
  kind?: DocumentGroup | 'registration'
  name?: string
  status?: 'Pending' | 'Completed' | 'Declined' | 'Expired' | 'Revoked'
  template_id?: number
  patient_id?: number
  patient_name?: string
  patient_email?: string
  harvest_center_id?: number
  referral_center_id?: number
  requested_by?: number
  sealed_key?: string
}

/** A document with its only signer. A completed one is sealed and signed. */
export async function createDocument(
  db: Db,
  { status = 'Pending', party = 'patient', sealed_key, ...values }: DocumentValues = {},
): Promise<{ id: number; document_id: string; recipientId: number }> {
  const isCompleted = status === 'Completed'
  const document_id = newPublicId()
  const { id } = await db
    .insertInto('documents')
    .values({
      ...{ domain_id: db.domainId, document_id, party, kind: 'attestation', name: 'Agreement', status },
      step: status === 'Pending' ? 'waiting' : 'done',
      ...(values.template_id !== undefined && { template_version: 1 }),
      ...(isCompleted && {
        completed_at: new Date().toISOString(),
        sealed_key: sealed_key ?? `${db.domainId}/documents/${newPublicId()}.pdf`,
        sealed_sha256: NO_FILE,
      }),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const recipient = await db
    .insertInto('document_recipients')
    .values({
      ...{ domain_id: db.domainId, document_id: id, role: party, position: 1, user_id: values.patient_id ?? null },
      ...{ name: values.patient_name ?? 'Nora Hale', email: values.patient_email ?? 'nora@patients.test' },
      status: isCompleted ? 'signed' : 'sent',
      ...(isCompleted && { signed_at: new Date().toISOString(), values: '{}', signed_sha256: NO_FILE }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, document_id, recipientId: recipient.id }
}
