/** Checks an uploaded file by its content. The declared type is ignored, and the name must agree with the content. */
import { type AssetFileType, assetFileTypes } from '@vialdesk/contract/documents/resources'
import { failDamaged, openPicture, pictureTypeOf } from '#api/platform/files/pictures.ts'
import { decodeInTurn } from '#api/platform/kernel/decode-turns.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { assertHarmlessPdf, PdfRefused } from '#api/platform/pdf/prepare-pdf.ts'
import { isZip, validateOfficeFile } from './validate-office-file.pure.ts'

const MAX_PDF_PAGES = 1000

const UNKNOWN_TYPE =
  'This kind of file is not accepted. Choose a PDF, a PNG, JPEG or WebP picture, or a Word, Excel or PowerPoint file.'
const SVG = 'An SVG picture can contain scripts. Save it as a PNG and upload that one.'

/** Reads the file, and returns the media type of its content. Refuses with 422 for the field `file` and the reason. */
export const validateContent = (file: File, filename: string, uploader: string) =>
  // Files that wait for their turn need no memory.
  decodeInTurn(uploader, async () => {
    const bytes = Buffer.from(await file.arrayBuffer())
    return { bytes, media_type: await validateBytes(bytes, filename) }
  })

async function validateBytes(bytes: Buffer, filename: string): Promise<AssetFileType> {
  if (bytes.length === 0) failField('file', 'This file is empty.')
  const type = await validateByType(bytes)
  assertNameFits(filename, type)
  return type
}

async function validateByType(bytes: Buffer): Promise<AssetFileType> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return validatePdf(bytes)
  const picture = pictureTypeOf(bytes)
  if (picture) {
    await assertDecodes(bytes)
    return picture
  }
  if (isZip(bytes)) return validateOfficeFile(bytes)
  return failField('file', isSvg(bytes) ? SVG : UNKNOWN_TYPE)
}

async function validatePdf(bytes: Buffer): Promise<'application/pdf'> {
  await assertHarmlessPdf(bytes, MAX_PDF_PAGES).catch((error) => {
    if (!(error instanceof PdfRefused)) throw error
    return failField('file', error.message, { cause: error })
  })
  return 'application/pdf'
}

/** Decodes the whole picture: its first bytes alone prove nothing. */
async function assertDecodes(bytes: Buffer): Promise<void> {
  const picture = await openPicture(bytes, 'file')
  await picture.resize(16, 16, { fit: 'inside' }).raw().toBuffer().catch(failDamaged('file'))
}

const isSvg = (bytes: Buffer) => /<svg[\s>]/i.test(bytes.subarray(0, 4096).toString('latin1'))

const endingOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase()

function assertNameFits(filename: string, type: AssetFileType): void {
  const { extension, name } = assetFileTypes[type]
  const ending = endingOf(filename)
  if (ending === undefined || ending === extension || (ending === 'jpeg' && extension === 'jpg')) return
  failField('file', `The name of this file ends with .${ending}, but its content is a ${name}. Give it the right name.`)
}
