/** What a center signs to sign up. That something was signed only the signing engine says; here it is looked up and taken. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

export interface RegistrationTemplate {
  template_id: string
  title: string
}

/** What a center of this type signs to sign up: the domain's active templates, in the order in which they were made. */
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
 * Makes the documents that a visitor signed those of its new account. Refuses with 422 unless there is one for every template
 * that its type of center must sign, each signed to the end and nobody's yet.
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
