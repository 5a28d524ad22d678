/** Documents that a center signs to sign up. Only the signing engine writes signed documents; this file assigns them. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

export interface RegistrationTemplate {
  template_id: string
  title: string
}

/** The active templates that a center of this type must sign, oldest first. */
export function findRegistrationTemplates(db: Db, type: number): Promise<RegistrationTemplate[]> {
  return db
    .selectFrom('signing_templates')
    .select(['template_id', 'title'])
    .where('domain_id', '=', db.domainId)
    .where('type', '=', type)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
}

const DOCUMENTS_NOT_SIGNED = 'Sign every document before you submit.'

/**
 * Assigns the signed documents of a visitor to its new account. Refuses with 422 unless every template of its type of center has
 * a completely signed document that belongs to nobody yet.
 */
export async function assignSignedDocuments(
  db: Db,
  type: number,
  userId: number,
  documents: { doc_id: string }[],
): Promise<void> {
  const templates = await findRegistrationTemplates(db, type)
  if (templates.length === 0) return
  const assigned = await db
    .updateTable('signed_documents')
    .set({ user_id: userId })
    .where('domain_id', '=', db.domainId)
    .where('document_id', '=', sql<string>`any(${documents.map(({ doc_id }) => doc_id)}::text[])`)
    .where(
      'template_id',
      'in',
      templates.map(({ template_id }) => template_id),
    )
    .where('user_id', 'is', null)
    .returning('template_id')
    .execute()
  const signed = new Set(assigned.map(({ template_id }) => template_id))
  if (!templates.every(({ template_id }) => signed.has(template_id))) failField('documents', DOCUMENTS_NOT_SIGNED)
}
