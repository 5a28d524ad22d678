/**
 * Checks Word, Excel and PowerPoint files, which are zip archives. Every entry is unpacked to count its real bytes, because the sizes in an
 * archive may be false.
 */
import type { AssetFileType } from '@vialdesk/contract/documents/resources'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { ApiError, failField } from '#api/platform/kernel/fail.ts'

const MB = 1024 * 1024
const MAX_ENTRIES = 5000
/** Of all entries together. */
const MAX_UNPACKED_BYTES = 200 * MB
/** Of an entry that is read as text. */
const MAX_TEXT_BYTES = 2 * MB

const DAMAGED = 'This file is damaged. Open it, save it again and upload that one.'
const TOO_LARGE = 'This file is too large when it is unpacked.'
const PROTECTED = 'This file is protected with a password. Save it without one and upload it again.'
const NO_OFFICE_FILE = 'Archives are not accepted. Upload the files one by one.'
const MACROS = 'This file has macros or programs. Save it without them and upload that one.'
const REMOTE = 'This file loads a template from another place. Save it without the template and upload that one.'

const office = 'application/vnd.openxmlformats-officedocument'
const types: [content: string, type: AssetFileType][] = [
  [`${office}.wordprocessingml.document.main+xml`, `${office}.wordprocessingml.document`],
  [`${office}.spreadsheetml.sheet.main+xml`, `${office}.spreadsheetml.sheet`],
  [`${office}.presentationml.presentation.main+xml`, `${office}.presentationml.presentation`],
]

const PROGRAMS = /vbaproject|\/activex\/|oleobject[^/]*\.bin$|macrosheets\/|\.(?:exe|dll|js|vbs|hta|jar)$/i
const CONTENT_TYPES = '[Content_Types].xml'

export const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

/** Returns the media type. Refuses with 422 for the field `file`. */
export async function validateOfficeFile(bytes: Buffer): Promise<AssetFileType> {
  try {
    return await readArchive(await fromBufferPromise(bytes))
  } catch (error) {
    // The library throws plain errors for archives that it cannot read.
    throw error instanceof ApiError ? error : failField('file', DAMAGED, { cause: error })
  }
}

async function readArchive(archive: ZipFile): Promise<AssetFileType> {
  if (archive.entryCount > MAX_ENTRIES) failField('file', TOO_LARGE)
  let left = MAX_UNPACKED_BYTES
  let type: AssetFileType | undefined
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) failField('file', PROTECTED)
    if (PROGRAMS.test(`/${entry.fileName}`)) failField('file', MACROS)
    const { size, text } = await readEntry(archive, entry, left)
    left -= size
    assertHarmlessText(text)
    if (entry.fileName === CONTENT_TYPES) type = typeOf(text)
  }
  return type ?? failField('file', NO_OFFICE_FILE)
}

const isText = ({ fileName }: Entry) => /\.(?:xml|rels|vml)$/i.test(fileName)

/** The real size, and the content of a text. Stops as soon as the entry is larger than `left`. */
async function readEntry(archive: ZipFile, entry: Entry, left: number): Promise<{ size: number; text: string }> {
  if (entry.uncompressedSize > left) failField('file', TOO_LARGE)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of await archive.openReadStreamPromise(entry)) {
    size += (part as Buffer).length
    if (size > left) failField('file', TOO_LARGE)
    if (isText(entry) && size <= MAX_TEXT_BYTES) parts.push(part as Buffer)
  }
  // Texts may be in UTF-16, whose letters have a zero byte each.
  return { size, text: Buffer.concat(parts).toString('latin1').replaceAll('\0', '') }
}

/** Office writes no entities, which can grow without limit when they are read. */
function assertHarmlessText(text: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) failField('file', TOO_LARGE)
  const relations = text.match(/<Relationship\b[^>]*>/g) ?? []
  if (relations.some((each) => /attachedTemplate/i.test(each) && /External/i.test(each))) failField('file', REMOTE)
}

function typeOf(contentTypes: string): AssetFileType | undefined {
  if (/macroEnabled/i.test(contentTypes)) failField('file', MACROS)
  return types.find(([content]) => contentTypes.includes(content))?.[1]
}
