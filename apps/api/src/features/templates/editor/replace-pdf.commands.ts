/** Replaces the PDF of a template and keeps the fields on pages that still exist. */

import type { SigningField } from '@vialdesk/contract/signing-fields'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { storePdf, validatePdf } from '#api/features/templates/store-pdf.commands.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { EditorSession } from './editor-sessions.queries.ts'
import { insertVersion } from './save-version.commands.ts'

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

/** Returns how many fields were removed with their pages. */
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
