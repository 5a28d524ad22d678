/** The content of label sheets: the text, the codes that a scanner finds, and the dots of a printer. */
import { FOR_AUTOLOGOUS_USE, LABELS_PER_SHEET, NOT_EVALUATED } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { describe, expect, test } from 'vitest'
import { codesInArea, greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { drawLabelSheet, label, labelCorner, sheet, type VialLabel } from './label-sheet.pdf.ts'

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
/** Dots per inch: office printers have at least as many. */
const DOTS = 300
const drawPages = async (all: VialLabel[], skip = 0, dots = DOTS) =>
  picturesOf(Buffer.from(await drawLabelSheet(all, skip)), dots)

/** The codes that a scanner finds when it sees this label only. */
async function scanLabel(page: Picture | undefined, place: number) {
  const [left, bottom] = labelCorner(place)
  return codesInArea(page as Picture, { left, top: sheet.height - bottom - label.height, ...label }, DOTS)
}
const codesOf = ({ code, link }: VialLabel) => [
  { format: 'Code128', text: code },
  { format: 'QRCode', text: link },
]
const countOf = (text: string, words: string) => text.split(words).length - 1
const places = [...Array(LABELS_PER_SHEET).keys()]

describe('a label sheet', () => {
  test('has thirty labels, each with two readable codes and the code as text', async () => {
    const all = createLabels(LABELS_PER_SHEET)
    const pages = await drawPages(all)
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

  test('shows the not-evaluated line only where testing is not complete', async () => {
    const [page] = await drawPages(
      [createLabel(1), createLabel(2, { evaluated: true }), createLabel(3, { evaluated: true })],
      0,
      20,
    )
    expect(countOf(page?.text ?? '', NOT_EVALUATED)).toBe(1)
    expect(countOf(page?.text ?? '', FOR_AUTOLOGOUS_USE)).toBe(3)
  })

  test('leaves the used labels of the first sheet empty, and is followed by a second one', async () => {
    const all = createLabels(31)
    const pages = await drawPages(all, 4)
    expect(pages).toHaveLength(2)
    const found = await Promise.all(places.slice(0, 5).map((place) => scanLabel(pages[0], place)))
    expect(found).toEqual([[], [], [], [], codesOf(all[0] as VialLabel)])
    expect(await scanLabel(pages[1], 4)).toEqual(codesOf(all[30] as VialLabel))
    expect(await scanLabel(pages[1], 5)).toEqual([])
  })

  test('can begin with its last label', async () => {
    const [first, second] = createLabels(2) as [VialLabel, VialLabel]
    const pages = await drawPages([first, second], 29)
    expect(await scanLabel(pages[0], 29)).toEqual(codesOf(first))
    expect(await scanLabel(pages[1], 0)).toEqual(codesOf(second))
  })
})

/** The page as dark and light dots. */
async function dotsOf(page: Picture) {
  const { data, info } = await greyOf(page).raw().toBuffer({ resolveWithObject: true })
  return { isDark: (x: number, y: number) => (data[y * info.width + x] as number) < 128, ...info }
}

test('lets other work run while many labels are drawn', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  await drawLabelSheet(createLabels(12), 0)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(12)
})

describe('a printed sheet', () => {
  const FINE_DOTS = 600

  test('has bars of at least 0.25 mm that end on whole dots of 300 and 600 dpi printers', async () => {
    const [page] = await drawPages(createLabels(3, { business: '' }), 0, FINE_DOTS)
    const { isDark } = await dotsOf(page as Picture)
    for (const place of [0, 1, 2]) {
      const [left, bottom] = labelCorner(place)
      const row = Math.round(((sheet.height - bottom - 46) * FINE_DOTS) / 72)
      const from = Math.ceil((left * FINE_DOTS) / 72)
      const line = Array.from({ length: Math.floor((132 * FINE_DOTS) / 72) }, (_, x) => (isDark(from + x, row) ? '#' : ' ')).join(
        '',
      )
      const runs = [...line.trim().matchAll(/#+| +/g)].map(([run]) => run.length)
      expect((Math.min(...runs) * 25.4) / FINE_DOTS).toBeGreaterThanOrEqual(0.25)
      expect(runs.map((run) => run % 6)).toEqual(runs.map(() => 0))
    }
  })

  test('leaves 1.5 mm at the edges of the labels empty', async () => {
    const [page] = await drawPages(createLabels(LABELS_PER_SHEET, { business: 'W'.repeat(200) }), 0, 150)
    const { isDark, width, height } = await dotsOf(page as Picture)
    const edge = (1.5 / 25.4) * 72
    const inside = (x: number, y: number) =>
      places.some((place) => {
        const [left, bottom] = labelCorner(place)
        return x >= left + edge && x <= left + label.width - edge && y >= bottom + edge && y <= bottom + label.height - edge
      })
    const stray: string[] = []
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        if (!isDark(x, y)) continue
        const [left, up] = [((x + 0.5) * 72) / 150, sheet.height - ((y + 0.5) * 72) / 150]
        if (!inside(left, up)) stray.push(`${left.toFixed(1)} ${up.toFixed(1)}`)
      }
    expect(stray).toEqual([])
  })

  test('shortens a long name before the QR code, and has a readable QR code for a long URL', async () => {
    const link = `https://${'a-very-long-name.'.repeat(6)}example/vials/${codeOf(5)}`
    const long = createLabel(5, {
      business: 'Harborview Regenerative Medicine and Longevity Institute of the Pacific Northwest',
      link,
    })
    const [page] = await drawPages([long])
    expect(await scanLabel(page, 0)).toEqual(codesOf(long))
    expect(page?.text).toMatch(/Harborview Regenerative Medicine .*\.\.\./)
    expect(page?.text).not.toContain('Northwest')
  })
})
