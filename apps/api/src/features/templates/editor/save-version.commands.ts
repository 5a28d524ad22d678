/** Saves the work of the editor as a new version. Documents that exist already keep the version from which they were made. */
import {
  mainSignerOf,
  type PageSize,
  type SigningField,
  signersWithoutSignature,
} from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { updateTemplate } from '#api/features/templates/prepare-template.commands.ts'
import { storePdf, validatePdf } from '#api/features/templates/store-pdf.commands.ts'
import { lockTemplate } from '#api/features/templates/templates.queries.ts'
import { getTemplateVersion, type TemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
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
async function insertVersion(
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

const overlaps = (one: SigningField, other: SigningField) =>
  one.page === other.page &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Text tags of the new PDF add their fields, unless a kept field is there already. */
const mergeFields = (kept: SigningField[], tagged: SigningField[]): SigningField[] => [
  ...kept,
  ...tagged.filter((field) => !kept.some((other) => overlaps(field, other))),
]

/** Replaces the PDF of a template and keeps the fields on pages that still exist. Returns how many were removed. */
export async function replacePdf(
  { ports, transact }: { ports: Ports; transact: RunInTransaction },
  session: EditorSession,
  { file, based_on }: { file: File; based_on: number },
): Promise<number> {
  const { pdf, pages, fields: tagged } = await validatePdf(Buffer.from(await file.arrayBuffer()), session.type)
  const key = await storePdf(transact, ports, pdf)
  return transact(async (db) => {
    let removed = 0
    await insertVersion(db, session, based_on, ({ fields }) => {
      const kept = fields.filter(({ page }) => page <= pages.length)
      removed = fields.length - kept.length
      const fileHash = sha256(pdf)
      return { file_key: key, sha256: fileHash, pages, fields: mergeFields(kept, tagged) }
    })
    await attachFile(db, key)
    return removed
  })
}
