/** Codes that machines read, drawn as boxes: no printer has to guess at the edges of a picture. */
import bwip from 'bwip-js'
import type { Box, Pen } from './pen.ts'

interface Bars {
  sbs: number[]
}
interface Squares {
  pixs: number[]
  pixx: number
}

/** Modules that stay empty at either side of bars: they are part of the code. */
export const QUIET_BARS = 10

/** Widths of bars and spaces by turns, in modules. */
export function barsOf(text: string): { widths: number[]; modules: number } {
  const [code] = bwip.raw({ bcid: 'code128', text }) as unknown as [Bars]
  return { widths: code.sbs, modules: code.sbs.reduce((sum, width) => sum + width, 0) }
}

/** Code 128 from `left` on; how wide a module is, is the caller's to choose. */
export function drawBars(
  pen: Pen,
  widths: number[],
  place: { left: number; bottom: number; module: number; height: number },
): void {
  let x = place.left
  const bars: Box[] = []
  for (const [n, width] of widths.entries()) {
    if (n % 2 === 0) bars.push([x, place.bottom, width * place.module, place.height])
    x += width * place.module
  }
  pen.boxes(bars)
}

/** A QR code in a square of that side. */
export function drawSquares(pen: Pen, text: string, left: number, bottom: number, side: number): void {
  const [code] = bwip.raw({ bcid: 'qrcode', text }) as unknown as [Squares]
  const square = side / code.pixx
  const boxes: Box[] = []
  for (let row = 0; row < code.pixs.length / code.pixx; row += 1) {
    const dark = code.pixs.slice(row * code.pixx, (row + 1) * code.pixx).join('')
    // Squares side by side are one box.
    for (const { index, 0: run } of dark.matchAll(/1+/g))
      boxes.push([left + index * square, bottom + side - (row + 1) * square, run.length * square, square])
  }
  pen.boxes(boxes)
}
