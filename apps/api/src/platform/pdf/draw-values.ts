/** Draws what the signers filled in, and next to each signature who signed, when, and what it means. */
import { PDF } from '@libpdf/core'
import { CHECKED, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { formatInstant } from './pages/format-instant.ts'
import { inPoints, type Rectangle } from './pages/page-geometry.ts'
import { BLACK, GRAY, LINE, openPen, type PagePen } from './pages/page-pen.ts'

/** What 21 CFR 11.50 wants printed with a signature. */
export interface Manifestation {
  name: string
  at: Date
  timeZone: string
  /** For example `patient agreement`. */
  meaning: string
  shortId: string
}

export interface DrawnField {
  field: SigningField
  text?: string
  /** PNG of a signature or of initials. */
  image?: Buffer
  manifestation?: Manifestation
}

/** Text of fields, in points. */
const TEXT = { size: 11, minSize: 3 }
const PADDING = 2
/** The words beside a signature, in points. */
const BLOCK = { size: 8, readable: 5, minSize: 2 }
/** Parts of a signature's box that the picture of the signature gets. */
const PICTURE_WIDTH = 0.42
const PICTURE_HEIGHT = 0.5
/** A box that is this many times wider than high has the words beside the picture, others below it. */
const WIDE = 2

const inset = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  ...{ x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) },
})

const linesOf = ({ at, timeZone, meaning, shortId }: Manifestation): string[] => [
  formatInstant(at, timeZone),
  `Meaning: ${meaning}`,
  `Signature ID: ${shortId}`,
]

/** The words beside a signature are as large as the box allows; lines are broken only where they would become too small. */
async function fitBlock(pen: PagePen, box: Rectangle, lines: string[]): Promise<{ size: number; heights: number[] }> {
  let fitted = { size: BLOCK.minSize, heights: [] as number[] }
  for (const breaks of [false, true])
    for (let size = BLOCK.size; size >= (breaks ? BLOCK.minSize : BLOCK.readable); size -= 0.25) {
      const heights: number[] = []
      for (const [index, line] of lines.entries())
        heights.push(await pen.textHeight(line, box.width, { size, bold: index === 0 }))
      fitted = { size, heights }
      const fits = heights.reduce((sum, height) => sum + height, 0) <= box.height
      if (fits && (breaks || heights.every((height) => height < size * 2))) return fitted
    }
  return fitted
}

/** The name in bold, and the other lines below it. */
async function drawManifestation(pen: PagePen, box: Rectangle, manifestation: Manifestation): Promise<void> {
  const lines = [manifestation.name, ...linesOf(manifestation)]
  pen.page.drawLine({
    ...{ start: { x: box.x, y: box.y }, end: { x: box.x, y: box.y + box.height } },
    ...{ color: LINE, thickness: 0.75 },
  })
  const inner = { ...box, x: box.x + PADDING + 1, width: box.width - PADDING - 1 }
  const { size, heights } = await fitBlock(pen, inner, lines)
  const total = heights.reduce((sum, height) => sum + height, 0)
  const scale = Math.min(1, inner.height / total)
  let top = inner.y + inner.height - (inner.height - total * scale) / 2
  for (const [index, line] of lines.entries()) {
    const height = (heights[index] ?? 0) * scale
    top -= height
    const style = index === 0 ? { bold: true } : { color: GRAY }
    await pen.text({ ...inner, y: top, height }, line, { size, minSize: 1, ...style })
  }
}

function partsOf(box: Rectangle): { picture: Rectangle; words: Rectangle } {
  if (box.width >= WIDE * box.height) {
    const width = box.width * PICTURE_WIDTH
    return {
      picture: { ...box, width: width - PADDING },
      words: { ...box, x: box.x + width + PADDING, width: box.width - width - PADDING },
    }
  }
  const height = box.height * PICTURE_HEIGHT
  return {
    picture: { ...box, y: box.y + box.height - height + PADDING, height: height - PADDING },
    words: { ...box, height: box.height - height },
  }
}

async function drawSignature(pen: PagePen, box: Rectangle, { image, text, manifestation }: DrawnField): Promise<void> {
  const { picture, words } = manifestation ? partsOf(box) : { picture: box, words: box }
  if (image) pen.image(picture, image, manifestation ? 'left' : 'center')
  else if (text) await pen.text(picture, text, { size: 16, minSize: 3 })
  if (manifestation) await drawManifestation(pen, words, manifestation)
}

/** A square in the middle of the box. */
function squareIn({ x, y, width, height }: Rectangle): Rectangle {
  const side = Math.min(width, height)
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side }
}

/** The box is drawn too: an empty one shows that the signer did not choose it. */
function drawCheckbox({ page }: PagePen, box: Rectangle, isChecked: boolean): void {
  const { x, y, width: side } = inset(squareIn(box), 0.5)
  page.drawRectangle({ x, y, width: side, height: side, borderColor: BLACK, borderWidth: 0.75 })
  if (!isChecked) return
  const point = (right: number, up: number) => ({ x: x + side * right, y: y + side * up })
  const pen = { color: BLACK, thickness: Math.max(1, side / 9), lineCap: 'round' as const }
  page.drawLine({ start: point(0.2, 0.5), end: point(0.42, 0.24), ...pen })
  page.drawLine({ start: point(0.42, 0.24), end: point(0.82, 0.78), ...pen })
}

function drawRadio({ page }: PagePen, box: Rectangle, isChosen: boolean): void {
  const { x, y, width: side } = inset(squareIn(box), 0.5)
  const center = { x: x + side / 2, y: y + side / 2 }
  page.drawCircle({ ...center, radius: side / 2, borderColor: BLACK, borderWidth: 0.75 })
  if (isChosen) page.drawCircle({ ...center, radius: side / 4, color: BLACK })
}

async function drawField(pen: PagePen, drawn: DrawnField): Promise<void> {
  const { field, text = '' } = drawn
  const box = inPoints(field, pen.size)
  if (field.type === 'checkbox') drawCheckbox(pen, box, text === CHECKED)
  else if (field.type === 'radio') drawRadio(pen, box, text !== '' && text === field.value)
  else if (drawn.image || drawn.manifestation) await drawSignature(pen, box, drawn)
  else await pen.text(inset(box, PADDING), text, TEXT)
}

/** Values stay inside the boxes of their fields: text shrinks and breaks into lines. Fields on missing pages are an error. */
export async function drawValues(bytes: Buffer, drawn: DrawnField[]): Promise<Buffer> {
  if (drawn.length === 0) return bytes
  const pdf = await PDF.load(bytes)
  const document = openPen(pdf)
  const byPage = Map.groupBy(drawn, ({ field }) => field.page)
  for (const [number, fields] of byPage) {
    const page = pdf.getPage(number - 1)
    if (!page) throw new Error(`The PDF has no page ${number}`)
    const pen = document.on(page)
    for (const each of fields) await drawField(pen, each)
    pen.end()
  }
  return Buffer.from(await pdf.save({ subsetFonts: true }))
}
