/** Draws a label: 4 × 6 inches for a label printer, or on a letter page to fold and put into a pouch. */
import { measureText, PDF, type PDFPage, rgb } from '@libpdf/core'
import bwip from 'bwip-js'
import type { LabelOrder, MadeLabel, Party } from '../port.ts'
import { latin } from './latin.ts'

const WIDTH = 288
const HEIGHT = 432
const LETTER = { width: 612, height: 792 }
const EDGE = 14
const INK = rgb(0, 0, 0)

type Font = 'Helvetica' | 'Helvetica-Bold'

/** A pen that draws relative to the label's lower left corner. */
function penOn(page: PDFPage, left: number, bottom: number) {
  const box = (x: number, y: number, width: number, height: number) =>
    page.drawRectangle({ x: left + x, y: bottom + y, width, height, color: INK })
  const write = (text: string, x: number, y: number, size: number, font: Font = 'Helvetica') =>
    page.drawText(latin(text), { x: left + x, y: bottom + y, size, font, color: INK })
  /** Made smaller until it fits, and cut where it would become too small to read. */
  const fit = (text: string, x: number, y: number, { size, least, width, font = 'Helvetica' }: Fit) => {
    let words = latin(text)
    let height = size
    while (height > least && measureText(words, font, height) > width) height -= 0.5
    while (words !== '' && measureText(words, font, height) > width) words = words.slice(0, -1)
    write(words, x, y, height, font)
  }
  const rule = (y: number) => box(0, y, WIDTH, 1)
  /** Many boxes as one drawing. */
  const boxes = (all: Box[]) =>
    page.drawSvgPath(all.map(([x, y, width, height]) => `M ${x} ${y} h ${width} v ${height} h ${-width} Z`).join(' '), {
      x: left,
      y: bottom,
      flipY: false,
      color: INK,
    })
  return { box, boxes, write, fit, rule }
}
type Pen = ReturnType<typeof penOn>
type Box = [x: number, y: number, width: number, height: number]
interface Fit {
  size: number
  least: number
  width: number
  font?: Font
}

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
    pen.fit(line, EDGE, top - (n + 1) * (size + 2.5), { size, least: 6, width, font: n === 0 ? 'Helvetica-Bold' : 'Helvetica' })
}

interface Bars {
  sbs: number[]
}
interface Squares {
  pixs: number[]
  pixx: number
}

/** Bars and spaces by turns, drawn as they are: no printer has to guess at the edges of a picture. */
function drawBars(pen: Pen, text: string, y: number, height: number): void {
  const [code] = bwip.raw({ bcid: 'code128', text }) as unknown as [Bars]
  const modules = code.sbs.reduce((sum, width) => sum + width, 0)
  // Ten modules of quiet at either side are part of the code.
  const module = Math.min(1.5, WIDTH / (modules + 20))
  let x = (WIDTH - modules * module) / 2
  const bars: Box[] = []
  for (const [n, width] of code.sbs.entries()) {
    if (n % 2 === 0) bars.push([x, y, width * module, height])
    x += width * module
  }
  pen.boxes(bars)
}

function drawSquares(pen: Pen, text: string, left: number, bottom: number, side: number): void {
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

function drawLabel(page: PDFPage, left: number, bottom: number, order: LabelOrder, made: MadeLabel): void {
  const pen = penOn(page, left, bottom)
  pen.box(0, HEIGHT - 22, WIDTH, 22)
  const notice = 'NOT A CARRIER LABEL — SIMULATION'
  const width = measureText(latin(notice), 'Helvetica-Bold', 11)
  page.drawText(latin(notice), {
    x: left + (WIDTH - width) / 2,
    y: bottom + HEIGHT - 15,
    size: 11,
    font: 'Helvetica-Bold',
    color: rgb(1, 1, 1),
  })
  drawParty(pen, 'FROM', order.from, HEIGHT - 36, 8)
  pen.rule(HEIGHT - 118)
  drawParty(pen, 'SHIP TO', order.to, HEIGHT - 132, 12)
  pen.rule(HEIGHT - 244)
  pen.write('SHIP DATE', EDGE, HEIGHT - 258, 7, 'Helvetica-Bold')
  pen.write(order.shipDate, EDGE, HEIGHT - 271, 11)
  pen.write('WEIGHT', 110, HEIGHT - 258, 7, 'Helvetica-Bold')
  pen.write(`${order.pounds} lb`, 110, HEIGHT - 271, 11)
  pen.write('REFERENCE', EDGE, HEIGHT - 288, 7, 'Helvetica-Bold')
  pen.write(order.reference, EDGE, HEIGHT - 301, 11)
  drawSquares(pen, made.trackingLink, WIDTH - EDGE - 56, HEIGHT - 306, 56)
  pen.rule(HEIGHT - 312)
  drawBars(pen, made.trackingNumber, 36, 74)
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
    'Fold here, and put the page into the pouch with the label outside.',
    'This page was made by a simulation. No carrier knows of it, and none will take a parcel that bears it.',
  ]
  for (const [n, line] of lines.entries()) page.drawText(line, { x: 36, y: 306 - n * 14, size: 9, font: 'Helvetica', color: INK })
}

/** The PDF of a label. It says of itself that it is none of a carrier's. */
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
