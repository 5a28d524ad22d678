/** Draws a simulated label: 4 × 6 inches for a label printer, or a letter page to fold into a pouch. Units are points. */
import { measureText, PDF, type PDFPage, rgb } from '@libpdf/core'
import type { LabelOrder, MadeLabel, Party } from '#api/platform/ports/carrier.ts'
import { code128Of, drawCode128, drawQrCode, QUIET_ZONE_MODULES } from '#api/platform/print/barcodes.ts'
import { INK, type Pen, penOn } from '#api/platform/print/pen.ts'
import { toPrintableText } from '#api/platform/print/printable-text.ts'

const WIDTH = 288
const HEIGHT = 432
const LETTER = { width: 612, height: 792 }
const EDGE = 14

const linesOf = ({ name, company, address1, address2, city, state, zip, country, phone }: Party) =>
  [
    company,
    name,
    address1,
    address2,
    [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country,
    phone,
  ].filter(Boolean)

function drawParty(pen: Pen, title: string, party: Party, top: number, size: number): void {
  pen.write(title, EDGE, top, 7, 'Helvetica-Bold')
  const width = WIDTH - 2 * EDGE
  for (const [n, line] of linesOf(party).entries())
    pen.fit(line, EDGE, top - (n + 1) * (size + 2.5), { size, minSize: 6, width, font: n === 0 ? 'Helvetica-Bold' : 'Helvetica' })
}

/** The barcode of the tracking number, centered and as wide as possible. */
function drawNumber(pen: Pen, text: string): void {
  const { widths, modules } = code128Of(text)
  const module = Math.min(1.5, WIDTH / (modules + 2 * QUIET_ZONE_MODULES))
  drawCode128(pen, widths, { left: (WIDTH - modules * module) / 2, bottom: 36, module, height: 74 })
}

function drawLabel(page: PDFPage, left: number, bottom: number, order: LabelOrder, made: MadeLabel): void {
  const pen = penOn(page, left, bottom)
  const rule = (y: number) => pen.box(0, y, WIDTH, 1)
  pen.box(0, HEIGHT - 22, WIDTH, 22)
  const notice = 'NOT A CARRIER LABEL — SIMULATION'
  const width = measureText(toPrintableText(notice), 'Helvetica-Bold', 11)
  page.drawText(toPrintableText(notice), {
    x: left + (WIDTH - width) / 2,
    y: bottom + HEIGHT - 15,
    size: 11,
    font: 'Helvetica-Bold',
    color: rgb(1, 1, 1),
  })
  drawParty(pen, 'FROM', order.from, HEIGHT - 36, 8)
  rule(HEIGHT - 118)
  drawParty(pen, 'SHIP TO', order.to, HEIGHT - 132, 12)
  rule(HEIGHT - 244)
  pen.write('SHIP DATE', EDGE, HEIGHT - 258, 7, 'Helvetica-Bold')
  pen.write(order.shipDate, EDGE, HEIGHT - 271, 11)
  pen.write('WEIGHT', 110, HEIGHT - 258, 7, 'Helvetica-Bold')
  pen.write(`${order.pounds} lb`, 110, HEIGHT - 271, 11)
  pen.write('REFERENCE', EDGE, HEIGHT - 288, 7, 'Helvetica-Bold')
  pen.write(order.reference, EDGE, HEIGHT - 301, 11)
  drawQrCode(pen, made.trackingLink, WIDTH - EDGE - 56, HEIGHT - 306, 56)
  rule(HEIGHT - 312)
  drawNumber(pen, made.trackingNumber)
  const number = made.trackingNumber.replace(/^SIM/, 'SIM ').replace(/(\d{4})(?=\d)/g, '$1 ')
  pen.write(number, (WIDTH - measureText(number, 'Helvetica-Bold', 13)) / 2, 16, 13, 'Helvetica-Bold')
}

function foldLine(page: PDFPage): void {
  page.drawLine({
    start: { x: 36, y: 330 },
    end: { x: 576, y: 330 },
    color: rgb(0.5, 0.5, 0.5),
    thickness: 0.5,
    dashArray: [4, 4],
  })
  const lines = [
    'Fold here and put the page into the pouch with the label facing out.',
    'This label is a simulation. No carrier will accept a parcel with it.',
  ]
  for (const [n, line] of lines.entries()) page.drawText(line, { x: 36, y: 306 - n * 14, size: 9, font: 'Helvetica', color: INK })
}

/** The PDF of a label, marked as a simulation. */
export async function drawLabelPdf(order: LabelOrder, made: MadeLabel): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.setTitle(`Label ${order.reference} (simulation)`)
  if (order.format === '4x6') {
    drawLabel(pdf.addPage({ width: WIDTH, height: HEIGHT }), 0, 0, order, made)
  } else {
    const page = pdf.addPage(LETTER)
    drawLabel(page, (LETTER.width - WIDTH) / 2, LETTER.height - HEIGHT - 20, order, made)
    foldLine(page)
  }
  return Buffer.from(await pdf.save())
}
