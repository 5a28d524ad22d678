/** Draws barcodes as boxes instead of images, so that printers keep their edges sharp. */
import bwip from 'bwip-js'
import type { Box, Pen } from './pen.ts'

interface Bars {
  sbs: number[]
}
interface Squares {
  pixs: number[]
  pixx: number
}

/** Modules that must stay empty on both sides of a Code 128. */
export const QUIET_ZONE_MODULES = 10

/** Widths of bars and spaces alternately, in modules. */
export function code128Of(text: string): { widths: number[]; modules: number } {
  const [code] = bwip.raw({ bcid: 'code128', text }) as unknown as [Bars]
  return { widths: code.sbs, modules: code.sbs.reduce((sum, width) => sum + width, 0) }
}

/** Draws a Code 128. `module` is the width of one module in points. */
export function drawCode128(
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

/** Draws a QR code in a square of that side length. */
export function drawQrCode(pen: Pen, text: string, left: number, bottom: number, side: number): void {
  const [code] = bwip.raw({ bcid: 'qrcode', text }) as unknown as [Squares]
  const square = side / code.pixx
  const boxes: Box[] = []
  for (let row = 0; row < code.pixs.length / code.pixx; row += 1) {
    const dark = code.pixs.slice(row * code.pixx, (row + 1) * code.pixx).join('')
    // Adjacent squares are drawn as one box.
    for (const { index, 0: run } of dark.matchAll(/1+/g))
      boxes.push([left + index * square, bottom + side - (row + 1) * square, run.length * square, square])
  }
  pen.boxes(boxes)
}
