/** What stands on a sheet of labels, read as people, printers and scanners do. */
import { FOR_AUTOLOGOUS_USE, LABELS_PER_SHEET, NOT_EVALUATED } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { codesInArea, type RenderedPage, renderPdf } from '#api/platform/print/render-pdf.fixture.ts'
import { drawLabelSheet, label, labelCorner, sheet, type VialLabel } from './label-sheet.pdf.ts'

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A code for each number, with letters and digits by turns of every length. */
const codeOf = (n: number) => Array.from({ length: 12 }, (_, at) => SIGNS[(n * 7 + at * (n + 3)) % 32]).join('')
const linkOf = (code: string) => `https://portal.harborview-regenerative.example/vials/${code}`

const aLabel = (n: number, values: Partial<VialLabel> = {}): VialLabel => ({
  code: codeOf(n),
  link: linkOf(codeOf(n)),
  registeredOn: '2026-03-01',
  evaluated: false,
  business: 'Harborview Regenerative Medicine',
  ...values,
})
const labels = (count: number, values: Partial<VialLabel> = {}) => Array.from({ length: count }, (_, n) => aLabel(n, values))
/** Dots to the inch: printers of whole sheets have as many at least. */
const DOTS = 300
const drawn = async (all: VialLabel[], skip = 0, dots = DOTS) => renderPdf(Buffer.from(await drawLabelSheet(all, skip)), dots)

/** What a scanner finds when it sees this label and nothing else of the sheet. */
async function scanned(page: RenderedPage | undefined, place: number) {
  const [left, bottom] = labelCorner(place)
  return codesInArea(page as RenderedPage, { left, top: sheet.height - bottom - label.height, ...label }, DOTS)
}
const bothOf = ({ code, link }: VialLabel) => [
  { format: 'Code128', text: code },
  { format: 'QRCode', text: link },
]
const times = (text: string, words: string) => text.split(words).length - 1
const places = [...Array(LABELS_PER_SHEET).keys()]

describe('a full sheet', () => {
  test('has thirty labels, each with both codes that a scanner reads from it alone, and the code in words', async () => {
    const all = labels(LABELS_PER_SHEET)
    const pages = await drawn(all)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject({ width: 612, height: 792 })
    const found = await Promise.all(places.map((place) => scanned(pages[0], place)))
    expect(found).toEqual(all.map(bothOf))
    for (const { code } of all) expect(times(pages[0]?.text ?? '', formatVialCode(code))).toBe(1)
    expect(times(pages[0]?.text ?? '', FOR_AUTOLOGOUS_USE)).toBe(LABELS_PER_SHEET)
    expect(times(pages[0]?.text ?? '', NOT_EVALUATED)).toBe(LABELS_PER_SHEET)
    expect(times(pages[0]?.text ?? '', 'Registered')).toBe(LABELS_PER_SHEET)
    expect(times(pages[0]?.text ?? '', '2026-03-01')).toBe(LABELS_PER_SHEET)
  })

  test('says that nothing was evaluated where testing is not complete, and only there', async () => {
    const [page] = await drawn([aLabel(1), aLabel(2, { evaluated: true }), aLabel(3, { evaluated: true })])
    expect(times(page?.text ?? '', NOT_EVALUATED)).toBe(1)
    expect(times(page?.text ?? '', FOR_AUTOLOGOUS_USE)).toBe(3)
  })

  test('of 31 vials there are two', async () => {
    const all = labels(31)
    const pages = await drawn(all)
    expect(pages).toHaveLength(2)
    expect(await scanned(pages[1], 0)).toEqual(bothOf(all[30] as VialLabel))
    expect(await scanned(pages[1], 1)).toEqual([])
  })

  test('leaves the labels empty that are used already, on the first sheet alone', async () => {
    const all = labels(31)
    const pages = await drawn(all, 4)
    expect(pages).toHaveLength(2)
    const found = await Promise.all(places.slice(0, 5).map((place) => scanned(pages[0], place)))
    expect(found).toEqual([[], [], [], [], bothOf(all[0] as VialLabel)])
    expect(await scanned(pages[1], 4)).toEqual(bothOf(all[30] as VialLabel))
    expect(await scanned(pages[1], 5)).toEqual([])
  })

  test('may begin with its last label', async () => {
    const pages = await drawn(labels(2), 29)
    expect(pages.map(({ codes }) => codes.length)).toEqual([2, 2])
  })
})

/** Rows of a picture as light and dark dots. */
async function dotsOf({ png }: RenderedPage) {
  const { data, info } = await sharp(png).flatten({ background: '#fff' }).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { isDark: (x: number, y: number) => (data[y * info.width + x] as number) < 128, ...info }
}

test('while very many are drawn, others have their turns', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  await drawLabelSheet(labels(60), 0)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(60)
})

describe('in print', () => {
  const FINE = 600

  test('bars are at least 0.25 mm wide, and end on whole dots of printers with 300 and 600 to the inch', async () => {
    const [page] = await drawn(labels(3, { business: '' }), 0, FINE)
    const { isDark } = await dotsOf(page as RenderedPage)
    for (const place of [0, 1, 2]) {
      const [left, bottom] = labelCorner(place)
      const row = Math.round(((sheet.height - bottom - 46) * FINE) / 72)
      const from = Math.ceil((left * FINE) / 72)
      const line = Array.from({ length: Math.floor((132 * FINE) / 72) }, (_, x) => (isDark(from + x, row) ? '#' : ' ')).join('')
      const runs = [...line.trim().matchAll(/#+| +/g)].map(([run]) => run.length)
      expect((Math.min(...runs) * 25.4) / FINE).toBeGreaterThanOrEqual(0.25)
      expect(runs.map((run) => run % 6)).toEqual(runs.map(() => 0))
    }
  })

  test('nothing comes within 1.5 mm of where the labels are cut', async () => {
    const [page] = await drawn(labels(LABELS_PER_SHEET, { business: 'W'.repeat(200) }), 0, 150)
    const { isDark, width, height } = await dotsOf(page as RenderedPage)
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

  test('a name of any length is cut before the square code, and an address of any length is read from it', async () => {
    const link = `https://${'a-very-long-name.'.repeat(6)}example/vials/${codeOf(5)}`
    const long = aLabel(5, {
      business: 'Harborview Regenerative Medicine and Longevity Institute of the Pacific Northwest',
      link,
    })
    const [page] = await drawn([long])
    expect(await scanned(page, 0)).toEqual(bothOf(long))
    expect(page?.text).toMatch(/Harborview Regenerative Medicine .*\.\.\./)
    expect(page?.text).not.toContain('Northwest')
  })
})
