/** A PDF whose objects are hidden in a compressed object stream, with a compressed cross-reference stream (PDF 1.5). */
import { deflateSync } from 'node:zlib'

const STREAM_NUMBER = 900
const XREF_NUMBER = 901

const packed = (entries: string, data: Buffer) => {
  const bytes = deflateSync(data)
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

/** Objects by number. Object 1 is the catalog. */
export function packedPdf(objects: Record<number, string>): Buffer {
  const numbers = Object.keys(objects).map(Number)
  let body = ''
  const places = numbers.map((number) => {
    const place = `${number} ${body.length}`
    body += `${objects[number]} `
    return place
  })
  const header = `${places.join(' ')} `
  const stream = Buffer.concat([
    Buffer.from(`${STREAM_NUMBER} 0 obj\n`),
    packed(`/Type /ObjStm /N ${numbers.length} /First ${header.length}`, Buffer.from(header + body, 'latin1')),
  ])
  const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const xrefAt = head.length + stream.length
  const row = (kind: number, value: number, more: number) => {
    const bytes = Buffer.alloc(7)
    bytes.writeUInt8(kind, 0)
    bytes.writeUInt32BE(value, 1)
    bytes.writeUInt16BE(more, 5)
    return bytes
  }
  const rows = Array.from({ length: XREF_NUMBER + 1 }, (_, number) => {
    if (number === STREAM_NUMBER) return row(1, head.length, 0)
    if (number === XREF_NUMBER) return row(1, xrefAt, 0)
    const index = numbers.indexOf(number)
    return index === -1 ? row(0, 0, 0) : row(2, STREAM_NUMBER, index)
  })
  const entries = `/Type /XRef /Size ${rows.length} /W [1 4 2] /Root 1 0 R`
  const xref = Buffer.concat([Buffer.from(`${XREF_NUMBER} 0 obj\n`), packed(entries, Buffer.concat(rows))])
  return Buffer.concat([head, stream, xref, Buffer.from(`startxref\n${xrefAt}\n%%EOF\n`)])
}

/** A catalog with one empty page, and more of both. */
export const packedPage = ({ catalog = '', page = '', objects = {} as Record<number, string> } = {}): Buffer =>
  packedPdf({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>',
    3: `<< /Type /Page /Parent 2 0 R ${page} >>`,
    ...objects,
  })
