/**
 * Label sheets for vials: letter paper with three columns of ten labels of 2 5/8 by 1 inch, the most common sheet of address labels.
 * A label contains no personal data: the portal finds the patient by the code.
 */
import { setImmediate } from 'node:timers/promises'
import { measureText, PDF, type PDFPage, PdfDict, PdfName } from '@libpdf/core'
import { FOR_AUTOLOGOUS_USE, LABELS_PER_SHEET, NOT_EVALUATED } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { code128Of, drawCode128, drawQrCode } from '#api/platform/print/barcodes.ts'
import { penOn } from '#api/platform/print/pen.ts'

export interface VialLabel {
  code: string
  /** The URL in the QR code. */
  link: string
  /** The day on which the vial was registered and got its code. */
  registeredOn: string
  /** Whether testing for infectious diseases is complete. */
  evaluated: boolean
  /** The name of the business, in characters that the PDF fonts contain. */
  business: string
}

/** In points: 72 points are one inch. */
export const sheet = { width: 612, height: 792, columns: 3, top: 36, left: 13.5, gap: 9 }
export const label = { width: 189, height: 72 }

/**
 * The width of the thinnest bar: a hundredth of an inch, 0.254 mm. It is three dots of a 300 dpi printer and six of a 600 dpi printer, so
 * that no bar is blurred.
 */
export const MODULE_WIDTH = 0.72
/** On whole dots of these printers, with the ten empty modules that scanners need before the bars. */
const BARS_LEFT = 8.1
/** The width of the widest code: one without two digits in a row has 167 modules. */
const BARS_WIDTH = 167 * MODULE_WIDTH
const QR = { left: 136.5, bottom: 19, side: 47 }

/** The lower left corner of the label at this place of a sheet. Places are counted row by row. */
export function labelCorner(place: number): [left: number, bottom: number] {
  const row = Math.floor(place / sheet.columns)
  return [sheet.left + (place % sheet.columns) * (label.width + sheet.gap), sheet.height - sheet.top - (row + 1) * label.height]
}

function drawLabel(page: PDFPage, place: number, { code, link, registeredOn, evaluated, business }: VialLabel): void {
  const pen = penOn(page, ...labelCorner(place))
  const right = BARS_LEFT + BARS_WIDTH
  const aligned = (text: string, y: number, size: number) =>
    pen.write(text, right - measureText(text, 'Helvetica', size), y, size)
  pen.fit(business, BARS_LEFT, 60.5, { size: 7.5, minSize: 5.5, width: BARS_WIDTH, font: 'Helvetica-Bold', ending: '...' })
  drawCode128(pen, code128Of(code).widths, { left: BARS_LEFT, bottom: 36, module: MODULE_WIDTH, height: 21 })
  pen.write(formatVialCode(code), BARS_LEFT, 25, 9.5, 'Courier-Bold')
  aligned('Registered', 29.5, 5)
  aligned(registeredOn, 24, 5.5)
  pen.write(FOR_AUTOLOGOUS_USE, BARS_LEFT, 14.5, 7.5, 'Helvetica-Bold')
  if (!evaluated) pen.write(NOT_EVALUATED, BARS_LEFT, 6, 6.5, 'Helvetica-Bold')
  drawQrCode(pen, link, QR.left, QR.bottom, QR.side)
}

/** Draws a PDF with all labels. The first `skip` labels of the first sheet stay empty. */
export async function drawLabelSheet(labels: readonly VialLabel[], skip: number): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.setTitle('Vial labels')
  // A viewer that scales the page to the printable area would print off the labels.
  pdf.getCatalog().set('ViewerPreferences', PdfDict.of({ PrintScaling: PdfName.of('None') }))
  let page: PDFPage | undefined
  for (const [n, each] of labels.entries()) {
    const place = (skip + n) % LABELS_PER_SHEET
    if (page === undefined || place === 0) page = pdf.addPage({ width: sheet.width, height: sheet.height })
    drawLabel(page, place, each)
    // Two hundred labels take a second, so other requests get their turn after each label.
    await setImmediate()
  }
  return pdf.save()
}
