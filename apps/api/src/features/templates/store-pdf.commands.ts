/** Checks an uploaded PDF and stores it. Nothing refers to a stored file yet: attach it with the row that uses it. */
import { mainSignerOf } from '@vialdesk/contract/documents/signing-fields'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { TEMPLATE_FILES } from '#api/platform/files/pdf-folders.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { PdfRefused, type PreparedPdf, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

const ONLY_CENTER_SIGNS = 'This PDF has a text tag for a patient, but only the center signs this document.'

/** Refuses with 422 for the field `file` and the reason, if the PDF cannot be signed. `type` is the type of the template. */
export async function validatePdf(bytes: Buffer, type: number): Promise<PreparedPdf> {
  const mainSigner = mainSignerOf(type)
  const prepared = await preparePdf(bytes, { defaultRole: mainSigner }).catch((error) => {
    if (!(error instanceof PdfRefused)) throw error
    return failField('file', error.message, { cause: error })
  })
  if (mainSigner === 'center' && prepared.fields.some(({ role }) => role === 'patient')) failField('file', ONLY_CENTER_SIGNS)
  return prepared
}

/** Returns the key of the stored file. */
export const storePdf = (transact: RunInTransaction, { files }: Ports, bytes: Buffer) =>
  storeFile(transact, files, { folder: TEMPLATE_FILES, extension: 'pdf', bytes })
