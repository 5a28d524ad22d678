/** Checks an uploaded PDF and stores it. Nothing refers to a stored file yet: attach it with the row that uses it. */
import { newFileKey } from '#api/adapters/files/port.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { registerFile } from '#api/platform/files/stored-files.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { PdfRefused, type PreparedPdf, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import type { Ports } from '#api/platform/ports.ts'

/** The folder of templates in the file store. */
const TEMPLATE_FILES = 'templates'

/** Refuses with 422 for the field `file` and the reason, if the PDF cannot be signed. */
export async function validatePdf(bytes: Buffer): Promise<PreparedPdf> {
  return preparePdf(bytes).catch((error) => {
    if (!(error instanceof PdfRefused)) throw error
    return failField('file', error.message, { cause: error })
  })
}

/** Returns the key of the stored file. */
export async function storePdf(transact: RunInTransaction, { files }: Ports, pdf: Buffer): Promise<string> {
  const key = await transact(async (db) => {
    const made = newFileKey(db.domainId, TEMPLATE_FILES, 'pdf')
    await registerFile(db, made)
    return made
  })
  await files.put(key, pdf, { type: 'application/pdf', maxBytes: pdf.length })
  return key
}
