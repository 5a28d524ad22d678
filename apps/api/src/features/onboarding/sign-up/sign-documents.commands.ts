/** Documents that a center signs to sign up. Only the signing engine writes signed documents; this file assigns them. */
import type { NewHarvestCenter } from '@vialdesk/contract/people/onboarding'
import type { Db } from '#api/db/db.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { findUsableTemplates } from '#api/features/templates/usable-templates.queries.ts'
import { failField, failFields } from '#api/platform/kernel/fail.ts'

const DOCUMENTS_NOT_SIGNED = 'Sign every document before you submit.'
const signAgain = (title: string) => `Sign “${title}” again. It was signed with another name or email than the ones of this form.`

type SignUpForm = Pick<NewHarvestCenter, 'first_name' | 'last_name' | 'email' | 'documents' | 'document_id'>

interface SignedRow {
  id: number
  document_id: string
  title: string
  template_id: string
  signer: string
  email: string
}

/** Locks them, so that a document belongs to one account only. */
const SIGNED = `
  select d.id, d.document_id, d.name as title, t.template_id, r.name as signer, r.email
  from documents d
  join templates t on t.domain_id = d.domain_id and t.id = d.template_id
  join document_recipients r on r.domain_id = d.domain_id and r.document_id = d.id and r.role = 'center'
  where d.domain_id = $1 and d.document_id = any($2) and t.template_id = any($3)
    and d.party = 'center' and d.kind = 'registration' and d.harvest_center_id is null
    and (d.status = 'Completed' or d.step in ('sealing', 'seal_failed'))
  order by d.id
  for update of d`

/** Names are the same however they are written: in capitals, or with other spaces. */
const nameKeyOf = (name: string) => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

const isSignedBy = ({ signer, email }: SignedRow, form: SignUpForm) =>
  nameKeyOf(signer) === nameKeyOf(`${form.first_name} ${form.last_name}`) && emailKeyOf(email) === emailKeyOf(form.email)

/** The documents of the form by their fields. */
const fieldsOf = ({ documents, document_id }: SignUpForm): [field: string, id: string][] => [
  ...documents.map(({ doc_id }, index): [string, string] => [`documents.${index}`, doc_id]),
  ['document_id', document_id],
]

/**
 * Assigns the signed documents of a visitor to its new account. Refuses with 422 unless every template of its type of center has
 * a completely signed document that belongs to nobody yet, and that the person of the form signed.
 */
export async function assignSignedDocuments(db: Db, type: number, userId: number, form: SignUpForm): Promise<void> {
  const templates = await findUsableTemplates(db, type)
  if (templates.length === 0) return
  const fields = fieldsOf(form)
  const used = templates.map(({ template_id }) => template_id)
  const signed = await db.rows<SignedRow>(SIGNED, [db.domainId, fields.map(([, id]) => id), used])
  const others = new Map(signed.filter((row) => !isSignedBy(row, form)).map((row) => [row.document_id, signAgain(row.title)]))
  const errors = fields.flatMap(([field, id]) => (others.has(id) ? [[field, others.get(id) as string] as const] : []))
  if (errors.length > 0) failFields(Object.fromEntries(errors))
  if (!used.every((template) => signed.some(({ template_id }) => template_id === template)))
    failField('documents', DOCUMENTS_NOT_SIGNED)
  await assignTo(db, userId, signed)
}

/** The visitor who signed is the new account: it opens its copies in the portal. */
async function assignTo(db: Db, userId: number, signed: SignedRow[]): Promise<void> {
  const ids = signed.map(({ id }) => id)
  await db.updateRows('documents', { id: ids }, { harvest_center_id: userId })
  await db.updateRows('document_recipients', { document_id: ids, user_id: null }, { user_id: userId })
  await db.updateRows('users', { id: userId }, { document_id: signed[0]?.document_id ?? null })
}
