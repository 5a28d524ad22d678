/** A commission statement on letter paper. It names the person, invoices and products, and never a patient. */
import { setImmediate } from 'node:timers/promises'
import { measureText, PDF, type PDFPage } from '@libpdf/core'
import { membershipNames } from '@vialdesk/contract/base/roles'
import type { CommissionLine, CommissionPayout, CommissionStatement } from '@vialdesk/contract/money/commissions'
import { type Font, penOn } from '#api/platform/print/pen.ts'
import { toPrintableText } from '#api/platform/print/printable-text.ts'

interface PrintedStatement {
  statement: CommissionStatement
  lines: readonly CommissionLine[]
  payouts: readonly CommissionPayout[]
  /** The name of the business, in characters that the PDF fonts contain. */
  business: string
}

/** In points: 72 points are one inch. */
const page = { width: 612, height: 792, left: 48, right: 564, top: 744, bottom: 60 }
const ROW = 15

interface PrintedColumn {
  title: string
  x: number
  width: number
  align?: 'right'
  text: (line: CommissionLine) => string
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const kinds = { accrual: 'Sale', reversal: 'Reversal', adjustment: 'Adjustment' } as const
const rateOf = ({ percent, flat }: CommissionLine) => (percent === null ? `${money.format(flat ?? 0)} a sale` : `${percent}%`)

const columns: PrintedColumn[] = [
  { title: 'Day', x: 48, width: 52, text: ({ day }) => day },
  { title: 'Invoice', x: 104, width: 60, text: ({ sale }) => sale.invoice_id },
  { title: 'Product', x: 168, width: 122, text: ({ sale }) => sale.product },
  { title: 'Kind', x: 294, width: 54, text: ({ kind }) => kinds[kind] },
  { title: 'Sale value', x: 352, width: 66, align: 'right', text: ({ base }) => money.format(base) },
  { title: 'Rate', x: 424, width: 68, align: 'right', text: rateOf },
  { title: 'Commission', x: 498, width: 66, align: 'right', text: ({ amount }) => money.format(amount) },
]

/** Writes rows from the top of a page to its bottom, then on the next page. */
class Sheet {
  readonly #pdf = PDF.create()
  #page: PDFPage | undefined
  #y = 0
  readonly #heading: (sheet: Sheet) => void

  constructor(title: string, heading: (sheet: Sheet) => void) {
    this.#pdf.setTitle(title)
    this.#heading = heading
  }

  /** Moves down by a row; starts a page where no row fits. */
  next(height = ROW): void {
    this.#y -= height
    if (this.#page && this.#y >= page.bottom) return
    this.#page = this.#pdf.addPage({ width: page.width, height: page.height })
    this.#y = page.top
    this.#heading(this)
  }

  write(text: string, x: number, width: number, { align, size = 9, font = 'Helvetica' }: Style = {}): void {
    if (!this.#page) return
    const printed = toPrintableText(text)
    const room = Math.min(width, measureText(printed, font, size))
    const left = align === 'right' ? x + width - room : x
    penOn(this.#page, 0, 0).fit(printed, left, this.#y, { size, minSize: 7, width: width + 0.5, font, ending: '...' })
  }

  line(): void {
    if (this.#page) penOn(this.#page, 0, 0).box(page.left, this.#y - 4, page.right - page.left, 0.5)
  }

  save = () => this.#pdf.save()
}
type Style = { align?: 'right' | undefined; size?: number; font?: Font }

const BOLD = { font: 'Helvetica-Bold' } as const

function writeHeading(sheet: Sheet, { statement, business }: PrintedStatement): void {
  const { person, month, membership } = statement
  sheet.write(business, page.left, 400, { size: 11, ...BOLD })
  sheet.next(22)
  sheet.write(`Commission statement ${month}`, page.left, 400, { size: 15, ...BOLD })
  sheet.next(16)
  sheet.write(`${person.first_name} ${person.last_name}, ${membershipNames[membership] ?? 'Sales'}`, page.left, 500, { size: 10 })
  sheet.next(24)
  for (const { title, x, width, align } of columns) sheet.write(title, x, width, { align, ...BOLD })
  sheet.line()
  sheet.next(18)
}

function writeSum(sheet: Sheet, label: string, amount: number): void {
  sheet.write(label, 294, 190, { align: 'right', ...BOLD })
  sheet.write(money.format(amount), 490, 74, { align: 'right', ...BOLD })
  sheet.next()
}

export async function drawStatement(printed: PrintedStatement): Promise<Uint8Array> {
  const { statement, lines, payouts } = printed
  const sheet = new Sheet(`Commission statement ${statement.month}`, (started) => writeHeading(started, printed))
  sheet.next()
  for (const [n, line] of lines.entries()) {
    for (const { x, width, align, text } of columns) sheet.write(text(line), x, width, { align })
    sheet.next()
    // A long statement takes seconds, so other requests get their turn after each page.
    if (n % 40 === 0) await setImmediate()
  }
  sheet.line()
  sheet.next(20)
  writeSum(sheet, 'Earned', statement.earned)
  writeSum(sheet, 'Paid', statement.paid)
  writeSum(sheet, 'Due', statement.due)
  for (const { paid_on, amount, method, reference } of payouts) {
    sheet.next()
    sheet.write(`Paid on ${paid_on}: ${money.format(amount)}, ${[method, reference].filter(Boolean).join(', ')}`, page.left, 516)
  }
  return sheet.save()
}
