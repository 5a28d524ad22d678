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
  const assigned = await db.rows<{ id: number; document_id: string; template_id: string }>(
    `update documents d set harvest_center_id = $2
     from templates t
     where d.domain_id = $1 and t.domain_id = d.domain_id and t.id = d.template_id
       and d.document_id = any($3::text[]) and t.template_id = any($4::text[])
       and d.party = 'center' and d.kind = 'registration' and d.harvest_center_id is null
       and (d.status = 'Completed' or d.step in ('sealing', 'seal_failed'))
     returning d.id, d.document_id, t.template_id`,
    [db.domainId, userId, documents.map(({ doc_id }) => doc_id), templates.map(({ template_id }) => template_id)],
  )
  const signed = new Set(assigned.map(({ template_id }) => template_id))
  if (!templates.every(({ template_id }) => signed.has(template_id))) failField('documents', DOCUMENTS_NOT_SIGNED)
  await assignSigner(db, userId, assigned)
}

/** The visitor who signed is the new account: it opens its copies in the portal. */
async function assignSigner(db: Db, userId: number, assigned: { id: number; document_id: string }[]): Promise<void> {
  await db
    .updateTable('document_recipients')
    .set({ user_id: userId })
    .where('domain_id', '=', db.domainId)
    .where(
      'document_id',
      'in',
      assigned.map(({ id }) => id),
    )
    .where('user_id', 'is', null)
    .execute()
  const [first] = assigned.toSorted((a, b) => a.id - b.id)
  await db
    .updateTable('users')
    .set({ document_id: first?.document_id ?? null })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .execute()
}
