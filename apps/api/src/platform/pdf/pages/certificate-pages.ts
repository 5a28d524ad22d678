/** Pages that are filled from top to bottom, with a footer on each. */
import type { PDF } from '@libpdf/core'
import type { PageSize } from '@vialdesk/contract/documents/signing-fields'
import type { Rectangle } from './page-geometry.ts'
import { BLACK, type DocumentPen, GRAY, LINE, openPen, type PagePen, type TextStyle } from './page-pen.ts'

export const MARGIN = 50
const FOOTER = 34
const LABEL: TextStyle = { size: 8.5, color: GRAY }
const VALUE: TextStyle = { size: 8.5, color: BLACK }
const GAP = 3
const COLUMN_GAP = 6

export interface Cell {
  text: string
  /** In parts of the row. */
  width: number
  style?: TextStyle
}

export class CertificatePages {
  readonly #pdf: PDF
  readonly #document: DocumentPen
  readonly #size: PageSize
  readonly #pens: PagePen[] = []
  /** The lower edge of what is drawn on the last page. */
  y = 0

  constructor(pdf: PDF, size: PageSize) {
    this.#pdf = pdf
    this.#document = openPen(pdf)
    this.#size = size
    this.#addPage()
  }

  get width(): number {
    return this.#size.width - 2 * MARGIN
  }

  get pen(): PagePen {
    return this.#pens.at(-1) as PagePen
  }

  #addPage(): void {
    this.#pens.push(this.#document.on(this.#pdf.addPage(this.#size)))
    this.y = this.#size.height - MARGIN
  }

  /** Begins a new page if less than this height is left. */
  need(height: number): void {
    if (this.y - height < MARGIN + FOOTER) this.#addPage()
  }

  /** Takes the next `height` points of the page. */
  take(height: number, { left = 0 } = {}): Rectangle {
    this.need(height)
    this.y -= height
    return { x: MARGIN + left, y: this.y, width: this.width - left, height }
  }

  line(color = LINE, thickness = 0.75): void {
    const end = { x: MARGIN + this.width, y: this.y }
    this.pen.page.drawLine({ start: { x: MARGIN, y: this.y }, end, color, thickness })
  }

  async heading(text: string): Promise<void> {
    // A heading stays with what follows.
    this.need(90)
    if (this.y < this.#size.height - MARGIN) this.y -= 14
    await this.pen.text(this.take(18), text, { size: 11, bold: true })
    this.y -= 2
    this.line()
    this.y -= 6
  }

  /** A row of cells, as high as the highest of them. */
  async row(cells: Cell[], { left = 0, gap = GAP } = {}): Promise<void> {
    const room = this.width - left
    const heights: number[] = []
    for (const { text, width, style = VALUE } of cells)
      heights.push(await this.pen.textHeight(text, room * width - COLUMN_GAP, style))
    const place = this.take(Math.max(...heights), { left })
    let x = place.x
    for (const { text, width, style = VALUE } of cells) {
      const gapAfter = style.align === 'right' ? 0 : COLUMN_GAP
      await this.pen.text({ ...place, x, width: room * width - gapAfter }, text, { ...style, minSize: 4, vertical: 'top' })
      x += room * width
    }
    this.y -= gap
  }

  labelled(label: string, value: string, { left = 0, part = 0.24 } = {}): Promise<void> {
    return this.row(
      [
        { text: label, width: part, style: LABEL },
        { text: value, width: 1 - part },
      ],
      { left },
    )
  }

  /** Writes the footers. Nothing can be drawn afterwards. */
  async end(footer: string): Promise<void> {
    for (const [index, pen] of this.#pens.entries()) {
      const box = { x: MARGIN, y: MARGIN - 16, width: this.width, height: 12 }
      const rule = box.y + box.height + 4
      pen.page.drawLine({
        ...{ start: { x: MARGIN, y: rule }, end: { x: MARGIN + this.width, y: rule } },
        ...{ color: LINE, thickness: 0.5 },
      })
      const style = { size: 7.5, minSize: 4, color: GRAY }
      await pen.text({ ...box, width: box.width * 0.75 }, footer, style)
      const page = `Certificate page ${index + 1} of ${this.#pens.length}`
      await pen.text({ ...box, x: box.x + box.width * 0.75, width: box.width * 0.25 }, page, { ...style, align: 'right' })
      pen.end()
    }
  }
}
