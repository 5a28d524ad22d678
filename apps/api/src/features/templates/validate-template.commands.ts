/** Refuses a template that was chosen in a form, unless patients can sign documents that are made from it. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { DocumentGroup } from '@vialdesk/contract/documents/document-groups'
import type { Db } from '#api/db/db.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { findUsableTemplateById, type UsableTemplate } from './usable-templates.queries.ts'

interface Choice {
  /** The public id; blank for none. */
  templateId: string | null | undefined
  field?: string
  /** The centers whose own templates may be chosen, besides those of the domain. */
  centers?: readonly (number | null)[]
  group?: DocumentGroup
}

export async function validateTemplate(
  db: Db,
  { templateId, field = 'template_id', centers = [], group }: Choice,
): Promise<UsableTemplate | undefined> {
  if (!templateId) return undefined
  const template = await findUsableTemplateById(db, templateId)
  const isForPatients = template?.type === membershipIds.patient && (group ?? template.document_group) === template.document_group
  const isOpen = isForPatients && (template.center_id === null || centers.includes(template.center_id))
  return isOpen ? template : failField(field, 'This template cannot be used here.')
}
