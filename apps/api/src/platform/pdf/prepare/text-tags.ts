/** Text tags such as `{{signature:patient}}` in a PDF: each becomes a field at its place and is covered. */
import { randomBytes } from 'node:crypto'
import { type PDF, type PDFPage, rgb } from '@libpdf/core'
import {
  type FieldType,
  fieldTypes,
  type PrefillSource,
  prefillSources,
  type SignerRole,
  type SigningField,
  TEXT_TAG,
} from '@vialdesk/contract/documents/signing-fields'
import { inFractions, type Rectangle, type VisibleBox, visibleBox, visibleSize } from '../pages/page-geometry.ts'

/** The smallest size of a field in points. A longer or larger tag makes a larger field. */
const SMALLEST: Partial<Record<FieldType, { width: number; height: number }>> = {
  signature: { width: 180, height: 40 },
  initials: { width: 60, height: 30 },
  checkbox: { width: 14, height: 14 },
  radio: { width: 14, height: 14 },
}
const SMALLEST_TEXT = { width: 120, height: 18 }
const SQUARE: readonly FieldType[] = ['checkbox', 'radio']

/** Letters reach a little beyond their box. In points. */
const COVER_MARGIN = 1.5

interface Letter {
  text: string
  box: Rectangle
}

/** The letters of a page in the order in which it draws them, so that tags are found on turned pages too. */
function lettersOf(page: PDFPage): Letter[] {
  const chars = page.extractText().lines.flatMap((line) => line.spans.flatMap((span) => span.chars))
  return chars
    .sort((a, b) => (a.sequenceIndex ?? 0) - (b.sequenceIndex ?? 0))
    .map(({ char, bbox }) => ({ text: char, box: bbox }))
}

function around(letters: Letter[]): Rectangle {
  const boxes = letters.map(({ box }) => box)
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const top = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: top - y }
}

const widened = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  ...{ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by },
})

interface FoundTag {
  word: string
  role: SignerRole | undefined
  optional: boolean
  place: Rectangle
}

function tagsOf(page: PDFPage): FoundTag[] {
  const letters = lettersOf(page)
  const starts = new Map<number, number>()
  let text = ''
  for (const [index, letter] of letters.entries()) {
    for (let at = 0; at < letter.text.length; at += 1) starts.set(text.length + at, index)
    text += letter.text
  }
  return [...text.matchAll(TEXT_TAG)].map(({ index, 0: whole, 1: word = '', 2: role, 3: optional }) => {
    const [first = 0, last = 0] = [starts.get(index), starts.get(index + whole.length - 1)]
    return {
      word: word.toLowerCase(),
      role: role?.toLowerCase() as SignerRole | undefined,
      optional: optional !== undefined,
      place: around(letters.slice(first, last + 1)),
    }
  })
}

/** A field that begins at the left of its tag and stands on the line of its tag. */
function fieldBox(box: VisibleBox, tag: Rectangle, type: FieldType): Rectangle {
  const page = visibleSize(box)
  const place = inFractions(box, tag)
  const smallest = SMALLEST[type] ?? SMALLEST_TEXT
  const isSquare = SQUARE.includes(type)
  const width = Math.min(1, isSquare ? smallest.width / page.width : Math.max(place.width, smallest.width / page.width))
  const height = Math.min(1, isSquare ? smallest.height / page.height : Math.max(place.height, smallest.height / page.height))
  const clamp = (value: number, size: number) => Math.max(0, Math.min(value, 1 - size))
  return { x: clamp(place.x, width), y: clamp(place.y + place.height - height, height), width, height }
}

function fieldOf(tag: FoundTag, at: Rectangle, page: number, type: FieldType, defaultRole: SignerRole): SigningField {
  const id = `tag-${randomBytes(6).toString('hex')}`
  const isPrefill = type === 'prefill'
  return {
    ...{ id, type, role: tag.role ?? defaultRole, page, ...at },
    required: !isPrefill && !tag.optional,
    label: isPrefill ? prefillSources[tag.word as PrefillSource] : fieldTypes[type].label,
    ...(isPrefill && { source: tag.word as PrefillSource }),
    // A tag has no choices: the editor completes them.
    ...(type === 'dropdown' && { options: ['Option 1', 'Option 2'] }),
    ...(type === 'radio' && { group: 'Choice', value: id }),
  }
}

const typeOf = (word: string): FieldType | undefined => {
  if (Object.hasOwn(prefillSources, word)) return 'prefill'
  return Object.hasOwn(fieldTypes, word) && word !== 'prefill' ? (word as FieldType) : undefined
}

/** Returns the fields of the tags and covers the tags. Other words in double braces stay. */
export function replaceTextTags(pdf: PDF, defaultRole: SignerRole): SigningField[] {
  const fields: SigningField[] = []
  for (const page of pdf.getPages()) {
    const box = visibleBox(page, (ref) => pdf.getObject(ref))
    for (const tag of tagsOf(page)) {
      const type = typeOf(tag.word)
      if (type === undefined) continue
      fields.push(fieldOf(tag, fieldBox(box, tag.place, type), page.index + 1, type, defaultRole))
      page.drawRectangle({ ...widened(tag.place, COVER_MARGIN), color: rgb(1, 1, 1) })
    }
  }
  return fields
}
