/** Reads templates for the list of an admin. */

import type { DocumentGroup } from '@vialdesk/contract/documents/document-groups'
import type { SigningProviderName } from '@vialdesk/contract/documents/signing'
import type { SignerRole } from '@vialdesk/contract/documents/signing-fields'
import { type Template, type TemplateStatus, templatePath } from '@vialdesk/contract/documents/templates'
import type { Db } from '#api/db/db.ts'
import { centerOf } from '#api/db/user-sql.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { fileLink } from '#api/platform/http/files/signed-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'

interface TemplateRow extends Omit<Template, 'file' | 'domain'> {
  has_file: boolean
}

const SELECT_TEMPLATES = `
  select t.id, t.title, t.description, t.document_message, t.type, t.document_group as group,
    t.upload_key is not null or t.version > 0 as has_file,
    ${centerOf('c')} as center,
    t.is_active::integer as is_active, t.admin_name, t.admin_email, t.template_id, t.status, t.status_reason,
    t.missing_signatures, t.version, t.updated_at
  from templates t
  left join users c on c.domain_id = t.domain_id and c.id = t.center_id`

/** What the answer of a template depends on, in addition to its row. */
export interface TemplateReader {
  secretKey: string
  actor: Pick<Actor, 'id' | 'impersonatorId'>
}

function answerOf(db: Db, { secretKey, actor }: TemplateReader, { has_file, ...row }: TemplateRow): Template {
  const file = has_file ? fileLink(secretKey, db.domainId, actor, templatePath(row.template_id)) : null
  return { ...row, file, domain: db.domainId }
}

/** The templates of a type, newest first. */
export async function findTemplates(db: Db, reader: TemplateReader, type: number): Promise<Template[]> {
  const rows = await db.rows<TemplateRow>(`${SELECT_TEMPLATES} where t.domain_id = $1 and t.type = $2 order by t.id desc`, [
    db.domainId,
    type,
  ])
  return rows.map((row) => answerOf(db, reader, row))
}

export async function getTemplate(db: Db, reader: TemplateReader, id: number): Promise<Template> {
  const [row] = await db.rows<TemplateRow>(`${SELECT_TEMPLATES} where t.domain_id = $1 and t.id = $2`, [db.domainId, id])
  return answerOf(db, reader, row ?? fail('not_found'))
}

export interface LockedTemplate {
  id: number
  template_id: string
  type: number
  document_group: DocumentGroup | null
  title: string
  description: string
  document_message: string
  provider: SigningProviderName
  provider_ref: string | null
  status: TemplateStatus
  status_reason: string
  is_active: boolean
  version: number
  missing_signatures: SignerRole[]
  upload_key: string | null
}

export const lockTemplate = async (db: Db, id: number): Promise<LockedTemplate> =>
  ((await db.lockRow('templates', { id })) as LockedTemplate | undefined) ?? fail('not_found')

/** The template at its provider: the portal's own engine uses the public id. */
export const templateRefOf = ({ provider_ref, template_id }: Pick<LockedTemplate, 'provider_ref' | 'template_id'>) =>
  provider_ref ?? template_id

/** The PDF of the newest version, or the upload that waits for its preparation. */
export async function getTemplateFile(db: Db, templateId: string): Promise<string> {
  const [row] = await db.rows<{ key: string | null }>(
    `select coalesce(v.file_key, t.upload_key) as key
     from templates t
     left join template_versions v on v.domain_id = t.domain_id and v.template_id = t.id and v.version = t.version
     where t.domain_id = $1 and t.template_id = $2`,
    [db.domainId, templateId],
  )
  return row?.key ?? fail('not_found')
}
