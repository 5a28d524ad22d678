/** PDF files for tests, written by hand: each page, box and object is exactly what the test says. */
import { PDF } from '@libpdf/core'

export interface FixturePage {
  /** Operators of the content stream. */
  content?: string
  /** More entries of the page, for example `/Rotate 90`. */
  entries?: string
  mediaBox?: string
}

interface FixtureFile {
  pages?: FixturePage[]
  /** Further objects, numbered from 1000. */
  objects?: string[]
  /** More entries of the catalog. */
  catalog?: string
  /** More entries of the root of the page tree, which all pages inherit. */
  inherited?: string
}

export const LETTER = '[0 0 612 792]'
export const A4 = '[0 0 595 842]'

const stream = (content: string, entries = '') => `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`

/** A form XObject, for example of an annotation. */
export const form = (content: string, bbox: string, entries = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox ${bbox} /Resources << /Font << /F1 3 0 R >> >> ${entries}`)

/** Text in Helvetica, 12 points. */
export const words = (text: string, x: number, y: number, size = 12) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`

/** Builds a file with the cross-reference table of its objects. The pages inherit the font F1. */
export function buildPdf({ pages = [{}], objects = [], catalog = '', inherited = '' }: FixtureFile = {}): Buffer {
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ')
  const all = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [
      2,
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /Resources << /Font << /F1 3 0 R >> >> /MediaBox ${LETTER} ${inherited} >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  ])
  for (const [index, { content = '', entries = '', mediaBox }] of pages.entries()) {
    const box = mediaBox ? `/MediaBox ${mediaBox}` : ''
    all.set(10 + index * 2, `<< /Type /Page /Parent 2 0 R /Contents ${11 + index * 2} 0 R ${box} ${entries} >>`)
    all.set(11 + index * 2, stream(content))
  }
  for (const [index, object] of objects.entries()) all.set(1000 + index, object)
  return writeObjects(all)
}

function writeObjects(all: Map<number, string>): Buffer {
  const offsets = new Map<number, number>()
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  for (const [number, object] of all) {
    offsets.set(number, file.length)
    file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const size = Math.max(...all.keys()) + 1
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined ? '0000000000 65535 f \n' : `${`${offset}`.padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Pages that all have the same text. */
export const pagesOf = (count: number, text = 'Agreement') =>
  buildPdf({ pages: Array.from({ length: count }, (_, index) => ({ content: words(`${text} ${index + 1}`, 72, 700) })) })

/** A PDF that only a password opens. */
export async function encryptedPdf(): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' }).drawText('Secret', { x: 72, y: 700 })
  pdf.setProtection({ userPassword: 'secret', ownerPassword: 'owner' })
  return Buffer.from(await pdf.save())
}
