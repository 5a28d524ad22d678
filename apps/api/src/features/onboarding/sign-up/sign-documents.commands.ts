/** Documents that a center signs to sign up. Only the signing engine writes signed documents; this file assigns them. */
import type { Db } from '#api/db/db.ts'
import { findUsableTemplates } from '#api/features/templates/usable-templates.queries.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

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
  const templates = await findUsableTemplates(db, type)
  if (templates.length === 0) return
  const assigned = await db.rows<{ template_id: string }>(
    `update documents d set harvest_center_id = $2
     from templates t
     where d.domain_id = $1 and t.domain_id = d.domain_id and t.id = d.template_id
       and d.document_id = any($3::text[]) and t.template_id = any($4::text[])
       and d.party = 'center' and d.kind = 'registration' and d.harvest_center_id is null
       and (d.status = 'Completed' or d.step = 'sealing')
     returning t.template_id`,
    [db.domainId, userId, documents.map(({ doc_id }) => doc_id), templates.map(({ template_id }) => template_id)],
  )
  const signed = new Set(assigned.map(({ template_id }) => template_id))
  if (!templates.every(({ template_id }) => signed.has(template_id))) failField('documents', DOCUMENTS_NOT_SIGNED)
}
