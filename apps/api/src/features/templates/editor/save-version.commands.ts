/** Saves the work of the editor as a new version. Documents that exist already keep the version from which they were made. */
import { mainSignerOf, type PageSize, type SigningField, signersWithoutSignature } from '@vialdesk/contract/signing-fields'
import type { Db } from '#api/db/db.ts'
import { updateTemplate } from '#api/features/templates/change-template.commands.ts'
import { lockTemplate } from '#api/features/templates/templates.queries.ts'
import { getTemplateVersion, type TemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { asEditor, type EditorSession } from './editor-sessions.queries.ts'

interface NewVersion {
  file_key: string
  sha256: string
  pages: PageSize[]
  fields: SigningField[]
}

const CHANGED_SINCE = 'Someone else has saved this template. Open the editor again to see the newest version.'

/** Only the center signs the documents of its sign-up. */
function validateFields(type: number, pages: readonly PageSize[], fields: readonly SigningField[]): void {
  for (const [index, { page, role }] of fields.entries()) {
    if (page > pages.length) failField(`fields.${index}.page`, 'The PDF does not have this page.')
    if (mainSignerOf(type) === 'center' && role !== 'center')
      failField(`fields.${index}.role`, 'Only the center signs this document.')
  }
}

/**
 * Inserts the next version under a lock of the template, made from the newest version by `change`. Refuses with `conflict` if the newest
 * version is not the one that the editor shows.
 */
export async function insertVersion(
  db: Db,
  session: EditorSession,
  basedOn: number,
  change: (newest: TemplateVersion) => NewVersion,
): Promise<void> {
  const { id, type, version: newest } = await lockTemplate(db, session.templateId)
  if (newest !== basedOn) fail('conflict', { message: CHANGED_SINCE })
  const { pages, fields, ...file } = change(await getTemplateVersion(db, id, newest))
  validateFields(type, pages, fields)
  const version = newest + 1
  await db.insertRow('template_versions', {
    ...{ template_id: id, version, created_by: session.userId, ...file },
    ...{ pages: JSON.stringify(pages), fields: JSON.stringify(fields) },
  })
  const missing_signatures = signersWithoutSignature(fields, mainSignerOf(type))
  await updateTemplate(db, id, { version, missing_signatures })
  audit(asEditor(db, session), {
    type: 'template.version_saved',
    subject: id,
    before: { version: newest },
    after: { version, fields: fields.length, pages: pages.length, sha256: file.sha256, missing_signatures },
  })
}

export const saveFields = (
  db: Db,
  session: EditorSession,
  { fields, based_on }: { fields: SigningField[]; based_on: number },
): Promise<void> => insertVersion(db, session, based_on, ({ file_key, sha256, pages }) => ({ file_key, sha256, pages, fields }))
