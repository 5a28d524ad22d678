/** Makes a PDF of empty letter pages with a heading. */

const page = (number: number, heading: string) => {
  const text = `BT /F1 20 Tf 72 700 Td (${heading}, page ${number}) Tj ET`
  return { contents: `<< /Length ${text.length} >>\nstream\n${text}\nendstream`, number }
}

export function makePdf(pages: number, heading = 'Agreement'): Buffer {
  const all = Array.from({ length: pages }, (_, index) => page(index + 1, heading))
  const idOf = (index: number) => 4 + index * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${all.map((_, index) => `${idOf(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...all.flatMap(({ contents }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${idOf(index) + 1} 0 R >>`,
      contents,
    ]),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
