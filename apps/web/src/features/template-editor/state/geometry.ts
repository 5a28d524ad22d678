/** Boxes of fields on a page, and the lines to which they snap. Positions and sizes are fractions of the page, from its upper left corner. */
import type { PageSize, SigningField } from '@vialdesk/contract/documents/signing-fields'

export type Box = Pick<SigningField, 'x' | 'y' | 'width' | 'height'>
export const corners = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof corners)[number]

/** Points. A smaller field cannot be seen or hit. */
const MIN_POINTS = 6
/** The smallest fraction that the contract allows. */
const MIN_FRACTION = 0.003

/** Five decimals are a hundredth of a point. */
const round = (value: number) => Math.round(value * 100_000) / 100_000
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))

const leastSize = (page: PageSize) => ({
  width: Math.max(MIN_FRACTION, MIN_POINTS / page.width),
  height: Math.max(MIN_FRACTION, MIN_POINTS / page.height),
})

/** The box with an allowed size, moved into the page. */
export function fitBox(box: Box, page: PageSize): Box {
  const least = leastSize(page)
  const width = round(clamp(box.width, least.width, 1))
  const height = round(clamp(box.height, least.height, 1))
  return { width, height, x: round(clamp(box.x, 0, 1 - width)), y: round(clamp(box.y, 0, 1 - height)) }
}

/** The smallest box around all boxes. */
export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** A shift that keeps all boxes on their page. */
export function limitShift(boxes: readonly Box[], dx: number, dy: number): { dx: number; dy: number } {
  const { x, y, width, height } = boundsOf(boxes)
  return { dx: clamp(dx, -x, 1 - x - width), dy: clamp(dy, -y, 1 - y - height) }
}

/** Moves a corner to a point. The opposite corner stays, and the corners never change places. */
export function moveCorner(box: Box, corner: Corner, point: { x: number; y: number }, page: PageSize): Box {
  const least = leastSize(page)
  const right = box.x + box.width
  const bottom = box.y + box.height
  const x = corner.endsWith('w') ? clamp(point.x, 0, right - least.width) : box.x
  const y = corner.startsWith('n') ? clamp(point.y, 0, bottom - least.height) : box.y
  const endX = corner.endsWith('e') ? clamp(point.x, x + least.width, 1) : right
  const endY = corner.startsWith('s') ? clamp(point.y, y + least.height, 1) : bottom
  return { x: round(x), y: round(y), width: round(endX - x), height: round(endY - y) }
}

/** The same size in points on another page. */
export const sizeOnPage = ({ width, height }: Box, from: PageSize, to: PageSize) => ({
  width: (width * from.width) / to.width,
  height: (height * from.height) / to.height,
})

export interface Guide {
  /** `x`: a vertical line at this x. */
  axis: 'x' | 'y'
  at: number
}

/** The largest distance that snaps, as fractions of the page. */
export interface Tolerance {
  x: number
  y: number
}

const PAGE_CENTER = 0.5

/** Start, center and end of a box. */
const linesOf = (box: Box, axis: Guide['axis']) => {
  const size = axis === 'x' ? box.width : box.height
  return [box[axis], box[axis] + size / 2, box[axis] + size]
}

/**
 * The shift that aligns a moved box or corner with the edges and centers of others and with the center of the page, and the lines to show.
 * The shortest shift counts.
 */
export function snap(box: Box, others: readonly Box[], tolerance?: Tolerance): { dx: number; dy: number; guides: Guide[] } {
  const near = (axis: Guide['axis']) => {
    const targets = [...others.flatMap((other) => linesOf(other, axis)), PAGE_CENTER]
    return linesOf(box, axis)
      .flatMap((line) => targets.map((at) => ({ axis, at, shift: at - line })))
      .filter(({ shift }) => tolerance && Math.abs(shift) <= tolerance[axis])
      .toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))
      .at(0)
  }
  const [x, y] = [near('x'), near('y')]
  const guides = [x, y].flatMap((found) => (found ? [{ axis: found.axis, at: found.at }] : []))
  return { dx: x?.shift ?? 0, dy: y?.shift ?? 0, guides }
}
