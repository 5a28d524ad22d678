/**
 * Where things are on a page. Three systems: fractions of the visible page (from its upper left corner, as the reader sees
 * it), points of the visible page (from its lower left corner), and the user space of the PDF (before crop box and rotation).
 */
import { ops, type PDFPage, PdfArray, type PdfDict, PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core'
import type { PageSize } from '@vialdesk/contract/documents/signing-fields'

export type Resolve = (ref: PdfRef) => PdfObject | null
export type Rotation = 0 | 90 | 180 | 270

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The visible part of a page in user space, and by how many degrees it is turned clockwise for the reader. */
export interface VisibleBox extends Rectangle {
  rotation: Rotation
}

const LETTER = [0, 0, 612, 792]
/** Page trees are shallow; a deeper one is a loop. */
const MAX_DEPTH = 50

/** The value of a page's attribute, which may be inherited from its parents. */
export function inherited(page: PdfDict, name: string, resolve: Resolve): PdfObject | undefined {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < MAX_DEPTH; depth += 1) {
    const value = node.get(name, resolve)
    if (value !== undefined) return value
    node = node.getDict('Parent', resolve)
  }
  return undefined
}

function corners(value: PdfObject | undefined, resolve: Resolve): number[] | undefined {
  if (!(value instanceof PdfArray) || value.length < 4) return undefined
  const numbers = [0, 1, 2, 3].map((index) => value.at(index, resolve))
  if (!numbers.every((each) => each instanceof PdfNumber)) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers.map((each) => each.value)
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** The crop box inside the media box. libpdf's own boxes ignore inheritance and the lower left corner. */
export function visibleBox(page: PDFPage, resolve: Resolve): VisibleBox {
  const boxOf = (name: string) => corners(inherited(page.dict, name, resolve), resolve)
  const media = boxOf('MediaBox') ?? LETTER
  const crop = boxOf('CropBox') ?? media
  const [left, bottom] = [0, 1].map((index) => Math.max(media[index] as number, crop[index] as number)) as [number, number]
  const [right, top] = [2, 3].map((index) => Math.min(media[index] as number, crop[index] as number)) as [number, number]
  const isInside = right > left && top > bottom
  const [x, y, x2, y2] = (isInside ? [left, bottom, right, top] : media) as [number, number, number, number]
  const turned = inherited(page.dict, 'Rotate', resolve)
  const degrees = turned instanceof PdfNumber ? ((turned.value % 360) + 360) % 360 : 0
  const rotation = degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
  return { x, y, width: x2 - x, height: y2 - y, rotation }
}

export const visibleSize = ({ width, height, rotation }: VisibleBox): PageSize =>
  rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }

/** Turns the pen: what is drawn afterwards in points of the visible page is upright for the reader. */
export function turnToReader({ x, y, width, height, rotation }: VisibleBox) {
  if (rotation === 90) return ops.concatMatrix(0, 1, -1, 0, x + width, y)
  if (rotation === 180) return ops.concatMatrix(-1, 0, 0, -1, x + width, y + height)
  if (rotation === 270) return ops.concatMatrix(0, -1, 1, 0, x, y + height)
  return ops.concatMatrix(1, 0, 0, 1, x, y)
}

/** A field's fractions in points of the visible page. */
export function inPoints({ x, y, width, height }: Rectangle, page: PageSize): Rectangle {
  return { x: x * page.width, y: (1 - y - height) * page.height, width: width * page.width, height: height * page.height }
}

/** A point of the user space as fractions of the visible page. */
function pointInFractions(box: VisibleBox, userX: number, userY: number): [x: number, y: number] {
  const right = (userX - box.x) / box.width
  const up = (userY - box.y) / box.height
  if (box.rotation === 90) return [up, right]
  if (box.rotation === 180) return [1 - right, up]
  if (box.rotation === 270) return [1 - up, 1 - right]
  return [right, 1 - up]
}

/** A rectangle of the user space as fractions of the visible page. */
export function inFractions(box: VisibleBox, { x, y, width, height }: Rectangle): Rectangle {
  const [x1, y1] = pointInFractions(box, x, y)
  const [x2, y2] = pointInFractions(box, x + width, y + height)
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}
