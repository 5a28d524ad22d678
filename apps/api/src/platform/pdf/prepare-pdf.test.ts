import { deflateSync } from 'node:zlib'
import { MAX_PDF_BYTES, MAX_PDF_PAGES } from '@vialdesk/contract/documents/templates'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { A4, buildPdf, encryptedPdf, form, LETTER, pagesOf, words } from './pdf.fixture.ts'
import { assertHarmlessPdf, PdfRefused, preparePdf } from './prepare-pdf.ts'

const refusal = async (bytes: Buffer): Promise<string> => {
  const error = await preparePdf(bytes).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(PdfRefused)
  return error.message
}
const withAnnotation = (annotation: string, more: string[] = []) =>
  buildPdf({ pages: [{ content: words('Page', 72, 700), entries: '/Annots [1000 0 R]' }], objects: [annotation, ...more] })

/** How dark an area is, from 0 to 1. In points from the upper left corner. */
async function darkness(pdf: Buffer, area: { left: number; top: number; width: number; height: number }, page = 0) {
  const picture = (await picturesOf(pdf, 72))[page] as Picture
  const { channels } = await sharp(await greyOf(picture).extract(area).png().toBuffer()).stats()
  return 1 - (channels[0]?.mean ?? 255) / 255
}

/** A page whose contents are 70 KB in the file and 70 MB in memory. */
function bomb(): Buffer {
  const data = deflateSync(Buffer.alloc(70 * 1024 * 1024, ' ')).toString('latin1')
  const contents = `<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data}\nendstream`
  return buildPdf({ pages: [{ entries: '/Extra 1000 0 R' }], objects: [contents] })
}

describe('refuses a file that cannot be signed, with the reason', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['empty', () => Buffer.alloc(0), /^This file is empty\.$/],
    ['no PDF', () => Buffer.from('Hello'), /^This file is not a PDF\.$/],
    ['a picture with the name of a PDF', () => Buffer.from('\x89PNG\r\n'), /^This file is not a PDF\.$/],
    ['cut off', () => pagesOf(3).subarray(0, 900), /^This PDF is damaged\./],
    ['only a header', () => Buffer.from('%PDF-1.7\n'), /^This PDF is damaged\./],
    ['encrypted', encryptedPdf, /^This PDF is protected with a password\. Save it without one and upload it again\.$/],
    ['too large', () => Buffer.concat([pagesOf(1), Buffer.alloc(MAX_PDF_BYTES)]), /^This PDF is larger than 25 MB\.$/],
    ['too many pages', () => pagesOf(MAX_PDF_PAGES + 1), /^This PDF has more than 200 pages\.$/],
    ['no page', () => buildPdf({ pages: [] }), /^This PDF has no pages\.$/],
    [
      'a script on opening',
      () => buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
      /has a script/,
    ],
    [
      'a named script',
      () =>
        buildPdf({ catalog: '/Names << /JavaScript << /Names [(a) 1000 0 R] >> >>', objects: ['<< /S /JavaScript /JS (x) >>'] }),
      /has a script/,
    ],
    [
      'a script of a field',
      () =>
        withAnnotation(
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 9 9] /AA << /K << /S /JavaScript /JS (x) >> >> >>',
        ),
      /has a script/,
    ],
    [
      'a link that starts a program',
      () => withAnnotation('<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a.exe) >> >>'),
      /starts a program/,
    ],
    ['an embedded file', () => buildPdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }), /has embedded files/],
    ['an attached file', () => withAnnotation('<< /Subtype /FileAttachment /Rect [0 0 9 9] >>'), /has embedded files/],
    ['a dynamic form', () => buildPdf({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), /dynamic form/],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusal(await bytes())).toMatch(reason)
  })

  test('a compressed bomb, also if it is only read', async () => {
    const bytes = bomb()
    const reason = /^This PDF is too large when it is unpacked/
    expect(await refusal(bytes)).toMatch(reason)
    await expect(assertHarmlessPdf(bytes, MAX_PDF_PAGES)).rejects.toThrow(reason)
  })
})

test('accepts 30 pages of different sizes and returns the visible sizes', async () => {
  const { pages, pdf } = await preparePdf(
    buildPdf({
      pages: [
        {},
        { mediaBox: A4 },
        { entries: '/Rotate 90' },
        { entries: '/Rotate -90' },
        { mediaBox: '[100 100 712 892]', entries: '/CropBox [150 200 450 800]' },
        { mediaBox: '[100 100 712 892]', entries: '/CropBox [0 0 450 800] /Rotate 450' },
        ...Array.from({ length: 24 }, () => ({})),
      ],
    }),
  )
  const letter = { width: 612, height: 792 }
  expect(pages.slice(0, 7)).toEqual([
    letter,
    { width: 595, height: 842 },
    { width: 792, height: 612 },
    { width: 792, height: 612 },
    { width: 300, height: 600 },
    { width: 700, height: 350 },
    letter,
  ])
  expect(await picturesOf(pdf, 36)).toHaveLength(30)
})

test('makes form fields and annotations a part of the page, with their visible values', async () => {
  const field = (more: string) => `<< /Type /Annot /Subtype /Widget /DA (/F1 12 Tf 0 g) /F 4 ${more} >>`
  const bytes = buildPdf({
    pages: [
      { content: words('Page one', 72, 700), entries: '/Annots [1000 0 R 1001 0 R 1002 0 R 1003 0 R]' },
      { content: words('Page two', 72, 700), entries: '/Annots [1004 0 R 1008 0 R]' },
    ],
    catalog: '/AcroForm << /Fields [1000 0 R 1001 0 R 1002 0 R 1003 0 R 1004 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
    objects: [
      field('/FT /Tx /T (shown) /V (stored) /Rect [72 600 272 620] /AP << /N 1005 0 R >>'),
      field('/FT /Tx /T (undrawn) /V (Drawn from its value) /Ff 1 /Rect [72 560 272 580]'),
      field('/FT /Btn /T (box) /V /Yes /AS /Yes /Rect [72 520 92 540] /AP << /N << /Yes 1006 0 R /Off 1007 0 R >> >>'),
      field('/FT /Tx /T (hidden) /V (Hidden) /Rect [72 480 272 500] /AP << /N 1005 0 R >>').replace('/F 4', '/F 2'),
      field('/FT /Tx /T (second) /V (two) /Rect [72 600 272 620] /AP << /N 1009 0 R >>'),
      form(words('Shown value', 2, 6), '[0 0 200 20]'),
      form('0 0 20 20 re f', '[0 0 20 20]'),
      form('', '[0 0 20 20]'),
      '<< /Type /Annot /Subtype /Stamp /Rect [300 300 400 400] /AP << /N 1006 0 R >> >>',
      form(words('Second value', 2, 6), '[0 0 200 20]'),
    ],
  })
  const { pdf } = await preparePdf(bytes)
  const [first, second] = await picturesOf(pdf, 72)
  expect(first?.text).toContain('Page one')
  expect(first?.text).toContain('Shown value')
  expect(first?.text).toContain('Drawn from its value')
  expect(first?.text).not.toContain('Hidden')
  expect(second?.text).toContain('Second value')
  expect(await darkness(pdf, { left: 73, top: 253, width: 18, height: 18 })).toBeGreaterThan(0.9)
  expect(await darkness(pdf, { left: 305, top: 397, width: 90, height: 90 }, 1)).toBeGreaterThan(0.9)
  expect(pdf.toString('latin1')).not.toMatch(/\/(AcroForm|Annots|Widget)\b/)
})

test('removes links and actions, and refuses nothing else that is harmless', async () => {
  const { pdf } = await preparePdf(
    buildPdf({
      pages: [{ content: words('Page', 72, 700), entries: '/Annots [1000 0 R] /AA << /O << /S /GoTo /D [10 0 R /Fit] >> >>' }],
      objects: ['<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>'],
      catalog: '/OpenAction [10 0 R /Fit]',
    }),
  )
  expect(pdf.toString('latin1')).not.toMatch(/example\.com|OpenAction/)
})

describe('text tags', () => {
  test('become fields at their place, and are covered', async () => {
    const { fields, pdf } = await preparePdf(
      buildPdf({
        pages: [
          { content: words('Name: {{full_name}} {{unknown}}', 72, 700) },
          {
            content: `${words('{{ signature : Patient }}', 72, 144)} ${words('{{text:center:optional}}', 300, 400)} ${words('{{patient.name}}', 72, 300)}`,
          },
        ],
      }),
      { defaultRole: 'center' },
    )
    expect(fields).toMatchObject([
      { type: 'full_name', role: 'center', page: 1, required: true, label: 'Full name' },
      { type: 'signature', role: 'patient', page: 2, required: true, label: 'Signature' },
      { type: 'text', role: 'center', page: 2, required: false },
      { type: 'prefill', source: 'patient.name', role: 'center', required: false, label: "Patient's name" },
    ])
    expect(new Set(fields.map(({ id }) => id)).size).toBe(4)
    const [, signature] = fields
    expect(signature?.x).toBeCloseTo(72 / 612, 3)
    expect((signature?.y ?? 0) + (signature?.height ?? 0)).toBeCloseTo((792 - 144) / 792, 1)
    expect(signature?.width).toBeCloseTo(180 / 612, 2)
    expect(await darkness(pdf, { left: 60, top: 635, width: 200, height: 20 }, 1)).toBe(0)
    expect(await darkness(pdf, { left: 60, top: 80, width: 50, height: 20 })).toBeGreaterThan(0.01)
  })

  test.each([
    [90, `0 1 -1 0 612 0 cm ${words('{{signature}}', 100, 400)}`, 792, 612],
    [180, `-1 0 0 -1 612 792 cm ${words('{{signature}}', 100, 400)}`, 612, 792],
    [270, `0 -1 1 0 0 792 cm ${words('{{signature}}', 100, 400)}`, 792, 612],
  ])('are found on a page that is turned by %i degrees', async (rotation, content, width, height) => {
    const { fields, pdf } = await preparePdf(buildPdf({ pages: [{ content, entries: `/Rotate ${rotation}` }] }))
    expect(fields).toHaveLength(1)
    expect(fields[0]?.x).toBeCloseTo(100 / width, 2)
    expect((fields[0]?.y ?? 0) + (fields[0]?.height ?? 0)).toBeCloseTo((height - 400) / height, 1)
    expect(await darkness(pdf, { left: 0, top: 0, width, height })).toBe(0)
  })

  test('are placed from the corner of the crop box', async () => {
    const page = { mediaBox: LETTER, entries: '/CropBox [50 100 450 700]', content: words('{{date}}', 150, 400) }
    const { fields } = await preparePdf(buildPdf({ pages: [page] }))
    expect(fields[0]?.x).toBeCloseTo(100 / 400, 3)
    expect((fields[0]?.y ?? 0) + (fields[0]?.height ?? 0)).toBeCloseTo(300 / 600, 1)
  })
})
