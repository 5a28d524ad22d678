/** Checks an uploaded PDF by its content and prepares it for signing. */
import { PDF } from '@libpdf/core'
import { MAX_FIELDS, type PageSize, type SignerRole, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { MAX_PDF_BYTES, MAX_PDF_PAGES } from '@vialdesk/contract/documents/templates'
import { visibleBox, visibleSize } from './pages/page-geometry.ts'
import { findActiveContent } from './prepare/active-content.ts'
import { flattenPdf } from './prepare/flatten-pdf.ts'
import { hasHugeStream } from './prepare/inflated-size.ts'
import { replaceTextTags } from './prepare/text-tags.ts'

export interface PreparedPdf {
  pdf: Buffer
  /** The visible size of each page in points, as the reader sees it. */
  pages: PageSize[]
  /** Fields of the text tags, which were covered on the page. */
  fields: SigningField[]
}

/** The PDF cannot be used. The message is a sentence for the person who uploaded it. */
export class PdfRefused extends Error {
  override name = 'PdfRefused'
}

interface Options {
  /** The signer of text tags that name none. */
  defaultRole?: SignerRole
}

const DAMAGED = 'This PDF is damaged. Open it, save it as a new PDF and upload that one.'
/** Readers look for the header in this many bytes. */
const HEADER_BYTES = 1024
/** ISO 32000-1, annex C: the largest page, in points. */
const MAX_SIDE = 14_400

function assertPdf(bytes: Buffer): void {
  if (bytes.length === 0) throw new PdfRefused('This file is empty.')
  if (bytes.length > MAX_PDF_BYTES) throw new PdfRefused(`This PDF is larger than ${MAX_PDF_BYTES / 1024 / 1024} MB.`)
  if (!bytes.subarray(0, HEADER_BYTES).includes('%PDF-')) throw new PdfRefused('This file is not a PDF.')
  if (hasHugeStream(bytes))
    throw new PdfRefused('This PDF is too large when it is unpacked. Print it to a new PDF and upload that one.')
}

async function load(bytes: Buffer, maxPages = MAX_PDF_PAGES): Promise<PDF> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted) throw new PdfRefused('This PDF is protected with a password. Save it without one and upload it again.')
  // What was recovered from a damaged file may lack pages.
  if (pdf.recoveredViaBruteForce) throw new PdfRefused(DAMAGED)
  const pages = pdf.getPageCount()
  if (pages === 0) throw new PdfRefused('This PDF has no pages.')
  if (pages > maxPages) throw new PdfRefused(`This PDF has more than ${maxPages} pages.`)
  const fault = findActiveContent(pdf)
  if (fault !== undefined) throw new PdfRefused(fault)
  return pdf
}

function sizesOf(pdf: PDF): PageSize[] {
  const sizes = pdf.getPages().map((page) => visibleSize(visibleBox(page, (ref) => pdf.getObject(ref))))
  for (const { width, height } of sizes)
    if (!(width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE)) throw new PdfRefused(DAMAGED)
  return sizes
}

async function prepare(bytes: Buffer, defaultRole: SignerRole): Promise<PreparedPdf> {
  const pdf = await load(bytes)
  const pages = sizesOf(pdf)
  flattenPdf(pdf)
  const fields = replaceTextTags(pdf, defaultRole)
  if (fields.length > MAX_FIELDS) throw new PdfRefused(`This PDF has more than ${MAX_FIELDS} text tags.`)
  return { pdf: Buffer.from(await pdf.save()), pages, fields }
}

/** libpdf throws errors of many kinds for files that it cannot read. */
function refuse(error: unknown): never {
  throw error instanceof PdfRefused ? error : new PdfRefused(DAMAGED, { cause: error })
}

/**
 * Throws PdfRefused for a file that is no PDF, empty, too large, damaged or encrypted, or that has scripts, actions, embedded
 * files or too many pages. Form fields and annotations become a part of the pages.
 */
export async function preparePdf(bytes: Buffer, { defaultRole = 'patient' }: Options = {}): Promise<PreparedPdf> {
  assertPdf(bytes)
  return prepare(bytes, defaultRole).catch(refuse)
}

/** Throws PdfRefused as `preparePdf` does, for a PDF that is only read. */
export async function assertHarmlessPdf(bytes: Buffer, maxPages: number): Promise<void> {
  assertPdf(bytes)
  await load(bytes, maxPages).catch(refuse)
}
