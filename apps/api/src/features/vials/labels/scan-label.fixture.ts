/** Reads one label of a printed sheet, like a scanner that sees no other label. */
import { codesInArea, type Picture } from '#api/platform/print/render-pdf.fixture.ts'
import { label, labelCorner, sheet } from './label-sheet.pdf.ts'

/** Dots per inch: office printers have at least as many. */
export const PRINTER_DOTS = 300

export function scanLabel(page: Picture | undefined, place: number) {
  const [left, bottom] = labelCorner(place)
  return codesInArea(page as Picture, { left, top: sheet.height - bottom - label.height, ...label }, PRINTER_DOTS)
}
