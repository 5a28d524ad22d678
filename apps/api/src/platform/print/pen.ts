/** Draws text, boxes and codes of labels on a PDF page, in black. */
import { measureText, type PDFPage, rgb } from '@libpdf/core'
import { toPrintableText } from './printable-text.ts'

export const INK = rgb(0, 0, 0)

export type Font = 'Helvetica' | 'Helvetica-Bold' | 'Courier-Bold'
export type Box = [x: number, y: number, width: number, height: number]

interface Fit {
  size: number
  minSize: number
  width: number
  font?: Font
  /** Added after text that was cut. */
  ending?: string
}

/** Draws relative to a label's lower left corner. Lengths are in points. */
export function penOn(page: PDFPage, left: number, bottom: number) {
  const box = (x: number, y: number, width: number, height: number) =>
    page.drawRectangle({ x: left + x, y: bottom + y, width, height, color: INK })
  const write = (text: string, x: number, y: number, size: number, font: Font = 'Helvetica') =>
    page.drawText(toPrintableText(text), { x: left + x, y: bottom + y, size, font, color: INK })
  /** Shrinks the text until it fits; cuts it if it would become too small to read. */
  const fit = (text: string, x: number, y: number, { size, minSize, width, font = 'Helvetica', ending = '' }: Fit) => {
    const words = toPrintableText(text)
    let height = size
    while (height > minSize && measureText(words, font, height) > width) height -= 0.5
    write(cut(words, font, height, width, ending), x, y, height, font)
  }
  /** Draws many boxes as one path. */
  const boxes = (all: Box[]) =>
    page.drawSvgPath(all.map(([x, y, width, height]) => `M ${x} ${y} h ${width} v ${height} h ${-width} Z`).join(' '), {
      x: left,
      y: bottom,
      flipY: false,
      color: INK,
    })
  return { box, boxes, write, fit }
}
export type Pen = ReturnType<typeof penOn>

function cut(words: string, font: Font, size: number, width: number, ending: string): string {
  if (measureText(words, font, size) <= width) return words
  let kept = words
  while (kept !== '' && measureText(kept.trimEnd() + ending, font, size) > width) kept = kept.slice(0, -1)
  return kept.trimEnd() + ending
}
