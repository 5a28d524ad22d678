/** Aligns a moved or resized box with the edges and centers of other fields and with the center of the page. */
import type { Box } from './geometry.ts'

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
const linesOf = (box: Box, axis: Guide['axis']) =>
  axis === 'x' ? [box.x, box.x + box.width / 2, box.x + box.width] : [box.y, box.y + box.height / 2, box.y + box.height]

/** The shortest shift that brings one of the own lines onto a target line. */
function nearest(own: number[], targets: number[], tolerance: number): { shift: number; at: number } | undefined {
  const shifts = own.flatMap((line) => targets.map((at) => ({ shift: at - line, at })))
  return shifts
    .filter(({ shift }) => Math.abs(shift) <= tolerance)
    .reduce<{ shift: number; at: number } | undefined>(
      (best, each) => (best && Math.abs(best.shift) <= Math.abs(each.shift) ? best : each),
      undefined,
    )
}

const targetsOf = (others: readonly Box[], axis: Guide['axis']) => [...others.flatMap((box) => linesOf(box, axis)), PAGE_CENTER]

/** The shift that aligns a moved box, and the lines to show. */
export function snapMove(box: Box, others: readonly Box[], tolerance: Tolerance): { dx: number; dy: number; guides: Guide[] } {
  const x = nearest(linesOf(box, 'x'), targetsOf(others, 'x'), tolerance.x)
  const y = nearest(linesOf(box, 'y'), targetsOf(others, 'y'), tolerance.y)
  const guides: Guide[] = []
  if (x) guides.push({ axis: 'x', at: x.at })
  if (y) guides.push({ axis: 'y', at: y.at })
  return { dx: x?.shift ?? 0, dy: y?.shift ?? 0, guides }
}

/** The place of a dragged corner that aligns its two edges, and the lines to show. */
export function snapCorner(
  point: { x: number; y: number },
  others: readonly Box[],
  tolerance: Tolerance,
): { x: number; y: number; guides: Guide[] } {
  const { dx, dy, guides } = snapMove({ ...point, width: 0, height: 0 }, others, tolerance)
  return { x: point.x + dx, y: point.y + dy, guides }
}
