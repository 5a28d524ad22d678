import type { FieldType, SigningField } from '@vialdesk/contract/documents/signing-fields'
import { describe, expect, test } from 'vitest'
import { drawStrokes } from '#api/demo/values/draw-strokes.ts'
import { greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { type DrawnField, drawValues } from './draw-values.ts'
import { A4, buildPdf, type FixturePage, LETTER } from './pdf.fixture.ts'
import { pdfText } from './poppler.fixture.ts'
import { preparePdf } from './prepare-pdf.ts'

type Place = Pick<SigningField, 'x' | 'y' | 'width' | 'height'>

const field = (type: FieldType, place: Place, more: Partial<SigningField> = {}): SigningField => ({
  ...{ id: `${type}-${place.x}-${place.y}`, type, role: 'patient', page: 1, required: true, label: 'Field' },
  ...place,
  ...more,
})
const BOX: Place = { x: 0.1, y: 0.2, width: 0.4, height: 0.05 }

const most = (values: number[]) => values.reduce((max, value) => Math.max(max, value), 0)
const least = (values: number[]) => values.reduce((min, value) => Math.min(min, value), 1e9)

type Heights = [from: number, to: number]

/** The ink between two heights of a page as the reader sees it: its bounds in fractions of the page, and how much there is. */
async function inkOf(page: Picture, [from, to]: Heights = [0, 1]) {
  const { data, info } = await greyOf(page).raw().toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  const startOf = (height: number) => Math.round(height * info.height) * info.width
  for (let at = startOf(from); at < startOf(to); at += 1) {
    if ((data[at] as number) >= 200) continue
    xs.push(at % info.width)
    ys.push(Math.floor(at / info.width))
  }
  const [left, right] = [least(xs), most(xs)]
  return {
    ...{ left: left / info.width, right: (right + 1) / info.width },
    ...{ top: least(ys) / info.height, bottom: (most(ys) + 1) / info.height },
    amount: xs.length / data.length,
    /** Ink of the left half of the ink's own bounds, in parts of all ink. */
    leftShare: xs.filter((x) => x < (left + right) / 2).length / xs.length,
  }
}

async function expectInside(page: Picture | undefined, { x, y, width, height }: Place, name: string, between?: Heights) {
  const ink = await inkOf(page as Picture, between)
  const tolerance = 0.004
  expect(ink.amount, name).toBeGreaterThan(0)
  expect(ink.left, name).toBeGreaterThan(x - tolerance)
  expect(ink.right, name).toBeLessThan(x + width + tolerance)
  expect(ink.top, name).toBeGreaterThan(y - tolerance)
  expect(ink.bottom, name).toBeLessThan(y + height + tolerance)
  return ink
}

/** One document for many values is much faster than one for each. */
const drawEach = (drawn: DrawnField[]) =>
  drawValues(
    buildPdf({ pages: drawn.map(() => ({})) }),
    drawn.map((each, index) => ({ ...each, field: { ...each.field, page: index + 1 } })),
  )
/** The text of each page, without the marks of direction, which are poppler's. */
const textsOf = (pdf: Buffer) =>
  pdfText(pdf)
    .replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '')
    .normalize('NFC')
    .split('\f')

/** An L: its ink tells where up and left are. */
const upright = drawStrokes(
  [
    [
      [30, 30],
      [30, 170],
      [170, 170],
    ],
  ],
  { width: 200, height: 200, radius: 30 },
)
  .png()
  .toBuffer()

test('on every kind of page, values are inside their field and upright', async () => {
  const kinds: [string, FixturePage][] = [
    ['letter', { mediaBox: LETTER }],
    ['A4', { mediaBox: A4 }],
    ['turned by 90 degrees', { entries: '/Rotate 90' }],
    ['turned by 180 degrees', { entries: '/Rotate 180' }],
    ['a crop box with an offset', { mediaBox: '[-100 50 600 900]', entries: '/CropBox [20 110 420 710]' }],
    ['a turned crop box with an offset', { mediaBox: '[-100 50 600 900]', entries: '/CropBox [20 110 420 710] /Rotate 270' }],
    ['content that saves the pen too often', { content: '0.5 0 0 0.5 100 100 cm q q (q Q \\) q) pop' }],
    ['content that restores the pen too often', { content: 'Q Q 0.5 0 0 0.5 100 100 cm' }],
    ['content that leaves the coordinates changed', { content: '0.5 0 0 0.5 100 100 cm 0.2 0 0 0.2 0 0 cm' }],
  ]
  const low: Place = { ...BOX, y: 0.7 }
  const image = await upright
  const drawn = kinds.flatMap((_, index): DrawnField[] => [
    { field: field('text', BOX, { page: index + 1 }), text: 'Upright words' },
    { field: field('initials', low, { page: index + 1 }), image },
  ])
  const { pdf } = await preparePdf(buildPdf({ pages: kinds.map(([, page]) => page) }))
  const pages = await picturesOf(await drawValues(pdf, drawn), 80)
  for (const [index, [name]] of kinds.entries()) {
    await expectInside(pages[index], BOX, name, [0, 0.5])
    const ink = await expectInside(pages[index], low, name, [0.5, 1])
    // The upright stroke of the L is on the left, and its foot at the bottom.
    expect(ink.leftShare, name).toBeGreaterThan(0.55)
  }
})

describe('text', () => {
  const drawTexts = (texts: string[]) => drawEach(texts.map((text) => ({ field: field('text', BOX), text })))

  test('shrinks and never leaves its box', async () => {
    const texts = [
      'The patient has much to say about allergies, medicines and everything else. '.repeat(12),
      'x'.repeat(1000),
      'line\n'.repeat(100),
      'محمد العلي يوافق على كل ما هو مكتوب هنا '.repeat(12),
    ]
    const pages = await picturesOf(await drawTexts(texts), 80)
    for (const [index, text] of texts.entries()) await expectInside(pages[index], BOX, text.slice(0, 20))
  })

  test('in any script is seen and can be searched and copied', async () => {
    const names = [
      ...['Zoë Łukasz Nguyễn Şerban', 'Иван Сергеевич Ильин', 'Αλέξανδρος Παπαδόπουλος'],
      ...['محمد العلي', 'שרה כהן', 'J\u0308rg <b>&amp;</b>'],
    ]
    const pdf = await drawTexts(names)
    const [pages, texts] = [await picturesOf(pdf, 80), textsOf(pdf)]
    for (const [index, name] of names.entries()) {
      const { amount } = await expectInside(pages[index], BOX, name)
      expect(amount, name).toBeGreaterThan(0.0001)
      expect(texts[index]).toContain(name.normalize('NFC'))
    }
  })

  test('control characters and line separators are not drawn as boxes', async () => {
    expect(pdfText(await drawTexts(['one\u0000\u0007\u200b two\u2028three']))).toMatch(/one two\s+three/)
  })
})

test('marks chosen boxes and buttons, and shows the others empty', async () => {
  const square: Place = { x: 0.1, y: 0.1, width: 0.03, height: 0.03 }
  const radio = field('radio', square, { group: 'g', value: 'no' })
  const pdf = await drawEach([
    { field: field('checkbox', square), text: 'yes' },
    { field: field('checkbox', square), text: '' },
    { field: radio, text: 'no' },
    { field: radio, text: 'yes' },
  ])
  const amounts: number[] = []
  for (const page of await picturesOf(pdf, 80)) amounts.push((await inkOf(page)).amount)
  const [ticked = 0, empty = 0, chosen = 0, other = 0] = amounts
  expect(ticked).toBeGreaterThan(1.2 * empty)
  expect(chosen).toBeGreaterThan(1.2 * other)
  expect(other).toBeGreaterThan(0)
})

test('a signature has name, time with zone, meaning and id in its field; an unknown time zone is written in UTC', async () => {
  const manifestation = {
    ...{ name: 'Maria García', at: new Date('2026-11-22T18:15:07Z'), timeZone: 'America/Los_Angeles' },
    ...{ meaning: 'Patient agreement', shortId: '7F3A-91C2' },
  }
  const zones = ['10:15:07 AM PST', '10:15:07 AM PST', '10:15:07 AM PST', '6:15:07 PM UTC']
  const places: Place[] = [
    { x: 0.1, y: 0.2, width: 0.4, height: 0.06 },
    { x: 0.1, y: 0.2, width: 0.2, height: 0.15 },
    { x: 0.1, y: 0.2, width: 0.12, height: 0.02 },
    BOX,
  ]
  const image = await upright
  const pdf = await drawEach(
    places.map((place) => ({
      ...{ field: field('signature', place), image },
      manifestation: place === BOX ? { ...manifestation, timeZone: 'Mars/Base' } : manifestation,
    })),
  )
  const [pages, texts] = [await picturesOf(pdf, 80), textsOf(pdf)]
  for (const [index, place] of places.entries()) {
    await expectInside(pages[index], place, `place ${index}`)
    const text = texts[index]?.replaceAll(/\s+/g, ' ')
    for (const words of ['Maria García', 'Nov 22, 2026', zones[index], 'Patient agreement', '7F3A-91C2'])
      expect(text).toContain(words)
  }
})

test('draws on its page only, also where pages share their resources, and can draw again', async () => {
  const three = buildPdf({ pages: [{}, {}, {}] })
  const once = await drawValues(three, [{ field: field('text', BOX, { page: 2 }), text: 'Second page' }])
  const twice = await drawValues(once, [{ field: field('text', BOX, { page: 3 }), text: 'Third page' }])
  const texts = (await picturesOf(twice, 20)).map(({ text }) => text.trim())
  expect(texts).toEqual(['', 'Second page', 'Third page'])
  await expect(drawValues(three, [{ field: field('text', BOX, { page: 4 }), text: 'x' }])).rejects.toThrow('no page 4')
})
