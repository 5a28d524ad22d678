/** The content of label sheets: the text, the codes that a scanner finds, and the dots of a printer. */
import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import { FOR_AUTOLOGOUS_USE, LABELS_PER_SHEET, NOT_EVALUATED } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { drawLabelSheet, label, labelCorner, sheet, type VialLabel } from './label-sheet.pdf.ts'
import { PRINTER_DOTS, scanLabel } from './scan-label.fixture.ts'

const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A code for each number, with sequences of letters and digits of different lengths. */
const codeOf = (n: number) => Array.from({ length: 12 }, (_, at) => CHARACTERS[(n * 7 + at * (n + 3)) % 32]).join('')
const linkOf = (code: string) => `https://portal.harborview-regenerative.example/vials/${code}`

const createLabel = (n: number, values: Partial<VialLabel> = {}): VialLabel => ({
  code: codeOf(n),
  link: linkOf(codeOf(n)),
  registeredOn: '2026-03-01',
  evaluated: false,
  business: 'Harborview Regenerative Medicine',
  ...values,
})
const createLabels = (count: number, values: Partial<VialLabel> = {}) =>
  Array.from({ length: count }, (_, n) => createLabel(n, values))
const drawPages = async (all: VialLabel[], skip = 0) => picturesOf(Buffer.from(await drawLabelSheet(all, skip)), PRINTER_DOTS)

const codesOf = ({ code, link }: VialLabel) => [
  { format: 'Code128', text: code },
  { format: 'QRCode', text: link },
]
const countOf = (text: string, words: string) => text.split(words).length - 1
const places = [...Array(LABELS_PER_SHEET).keys()]

/** The page as dark and light dots. */
async function dotsOf(page: Picture) {
  const { data, info } = await greyOf(page).raw().toBuffer({ resolveWithObject: true })
  return { isDark: (x: number, y: number) => (data[y * info.width + x] as number) < 128, ...info }
}

describe('a full label sheet', () => {
  /** The place of a label with a long name and a long URL. */
  const LONG = 5
  const all = createLabels(LABELS_PER_SHEET, { business: 'W'.repeat(200) }).with(
    LONG,
    createLabel(LONG, {
      business: 'Harborview Regenerative Medicine and Longevity Institute of the Pacific Northwest',
      link: `https://${'a-very-long-name.'.repeat(6)}example/vials/${codeOf(LONG)}`,
    }),
  )
  let pages: Picture[]
  beforeAll(async () => {
    pages = await drawPages(all)
  })

  test('has thirty labels, each with two readable codes and the code as text', async () => {
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject({ width: 612, height: 792 })
    const found = await Promise.all(places.map((place) => scanLabel(pages[0], place)))
    expect(found).toEqual(all.map(codesOf))
    for (const { code } of all) expect(countOf(pages[0]?.text ?? '', formatVialCode(code))).toBe(1)
    expect(countOf(pages[0]?.text ?? '', FOR_AUTOLOGOUS_USE)).toBe(LABELS_PER_SHEET)
    expect(countOf(pages[0]?.text ?? '', NOT_EVALUATED)).toBe(LABELS_PER_SHEET)
    expect(countOf(pages[0]?.text ?? '', 'Registered')).toBe(LABELS_PER_SHEET)
    expect(countOf(pages[0]?.text ?? '', '2026-03-01')).toBe(LABELS_PER_SHEET)
  })

  test('shortens a long name before the QR code', () => {
    expect(pages[0]?.text).toMatch(/Harborview Regenerative Medicine .*\.\.\./)
    expect(pages[0]?.text).not.toContain('Northwest')
  })

  test('leaves 1.5 mm at the edges of the labels empty', async () => {
    const { isDark, width, height } = await dotsOf(pages[0] as Picture)
    const edge = (1.5 / 25.4) * 72
    const inPoints = (dot: number) => ((dot + 0.5) * 72) / PRINTER_DOTS
    const corners = places.map(labelCorner)
    const columns = Array.from({ length: width }, (_, x) =>
      corners.some(([left]) => inPoints(x) >= left + edge && inPoints(x) <= left + label.width - edge),
    )
    const rows = Array.from({ length: height }, (_, y) => sheet.height - inPoints(y)).map((up) =>
      corners.some(([, bottom]) => up >= bottom + edge && up <= bottom + label.height - edge),
    )
    const stray: string[] = []
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (!(rows[y] && columns[x]) && isDark(x, y)) stray.push(`${inPoints(x).toFixed(1)} ${inPoints(y).toFixed(1)}`)
    expect(stray).toEqual([])
  })
})

test('the used labels of the first sheet stay empty, and a second sheet follows', async () => {
  const all = createLabels(3) as [VialLabel, VialLabel, VialLabel]
  const [first, second, more] = await drawPages(all, 28)
  expect(more).toBeUndefined()
  const found = await Promise.all([0, 27, 28, 29].map((place) => scanLabel(first, place)))
  expect(found).toEqual([[], [], codesOf(all[0]), codesOf(all[1])])
  expect([await scanLabel(second, 0), await scanLabel(second, 1)]).toEqual([codesOf(all[2]), []])
})

test('lets other work run while many labels are drawn', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  await drawLabelSheet(createLabels(3), 0)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('has bars of at least 0.25 mm that end on whole dots of 300 and 600 dpi printers', async () => {
  const FINE_DOTS = 600
  const pdf = await PDF.load(await drawLabelSheet(createLabels(sheet.columns, { business: '' }), 0))
  // Only the first row of labels is rendered: a whole page has 34 million dots.
  const [, bottom] = labelCorner(0)
  const box = [0, bottom, sheet.width, bottom + label.height].map((value) => PdfNumber.of(value))
  pdf.getPage(0)?.dict.set('CropBox', PdfArray.of(...box))
  const [strip] = await picturesOf(Buffer.from(await pdf.save()), FINE_DOTS)
  expect(strip).toMatchObject({ width: sheet.width, height: label.height })
  const { isDark } = await dotsOf(strip as Picture)
  const row = Math.round(((label.height - 46) * FINE_DOTS) / 72)
  for (const place of [0, 1, 2]) {
    const from = Math.ceil((labelCorner(place)[0] * FINE_DOTS) / 72)
    const dots = Array.from({ length: Math.floor((132 * FINE_DOTS) / 72) }, (_, x) => (isDark(from + x, row) ? '#' : ' '))
    const runs = [...dots.join('').trim().matchAll(/#+| +/g)].map(([run]) => run.length)
    expect((Math.min(...runs) * 25.4) / FINE_DOTS).toBeGreaterThanOrEqual(0.25)
    expect(runs.map((run) => run % 6)).toEqual(runs.map(() => 0))
  }
})
