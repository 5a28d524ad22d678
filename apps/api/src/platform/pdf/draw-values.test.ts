import type { FieldType, SigningField } from '@vialdesk/contract/signing-fields'
import { describe, expect, test } from 'vitest'
import { greyOf, type Picture, picturesOf } from '#api/platform/print/render-pdf.fixture.ts'
import { drawStrokes } from '#api/testing/draw-strokes.ts'
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

/** The ink of a page as the reader sees it: its bounds in fractions of the page, and how much of it there is. */
async function inkOf(pdf: Buffer, page = 0) {
  const picture = (await picturesOf(pdf, 80))[page] as Picture
  const { data, info } = await greyOf(picture).raw().toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  data.forEach((value, at) => {
    if (value >= 200) return
    xs.push(at % info.width)
    ys.push(Math.floor(at / info.width))
  })
  const [left, right] = [least(xs), most(xs)]
  return {
    ...{ left: left / info.width, right: (right + 1) / info.width },
    ...{ top: least(ys) / info.height, bottom: (most(ys) + 1) / info.height },
    amount: xs.length / data.length,
    /** Ink of the left half of the ink's own bounds, in parts of all ink. */
    leftShare: xs.filter((x) => x < (left + right) / 2).length / xs.length,
  }
}

async function expectInside(pdf: Buffer, { x, y, width, height }: Place, page = 0) {
  const ink = await inkOf(pdf, page)
  const tolerance = 0.004
  expect(ink.amount).toBeGreaterThan(0)
  expect(ink.left).toBeGreaterThan(x - tolerance)
  expect(ink.right).toBeLessThan(x + width + tolerance)
  expect(ink.top).toBeGreaterThan(y - tolerance)
  expect(ink.bottom).toBeLessThan(y + height + tolerance)
  return ink
}

const blank = (page: FixturePage = {}) => buildPdf({ pages: [page] })

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

describe('on every kind of page, values are inside their field and upright', () => {
  test.each<[string, FixturePage]>([
    ['letter', { mediaBox: LETTER }],
    ['A4', { mediaBox: A4 }],
    ['turned by 90 degrees', { entries: '/Rotate 90' }],
    ['turned by 180 degrees', { entries: '/Rotate 180' }],
    ['turned by 270 degrees', { entries: '/Rotate 270' }],
    ['a crop box with an offset', { mediaBox: '[-100 50 600 900]', entries: '/CropBox [20 110 420 710]' }],
    ['a turned crop box with an offset', { mediaBox: '[-100 50 600 900]', entries: '/CropBox [20 110 420 710] /Rotate 270' }],
    ['content that saves the pen too often', { content: '0.5 0 0 0.5 100 100 cm q q (q Q \\) q) pop' }],
    ['content that restores the pen too often', { content: 'Q Q 0.5 0 0 0.5 100 100 cm' }],
    ['content that leaves the coordinates changed', { content: '0.5 0 0 0.5 100 100 cm 0.2 0 0 0.2 0 0 cm' }],
  ])('%s', async (_, page) => {
    const { pdf } = await preparePdf(blank(page))
    await expectInside(await drawValues(pdf, [{ field: field('text', BOX), text: 'Upright words' }]), BOX)
    const image = await upright
    const ink = await expectInside(await drawValues(pdf, [{ field: field('initials', BOX), image }]), BOX)
    // The upright stroke of the L is on the left, and its foot at the bottom.
    expect(ink.leftShare).toBeGreaterThan(0.55)
  })
})

describe('text', () => {
  const drawText = async (text: string, place = BOX) => drawValues(blank(), [{ field: field('text', place), text }])

  test.each([
    ['a long text', 'The patient has much to say about allergies, medicines and everything else. '.repeat(12)],
    ['one endless word', 'x'.repeat(1000)],
    ['many lines', 'line\n'.repeat(100)],
  ])('%s shrinks and never leaves its box', async (_, text) => {
    await expectInside(await drawText(text), BOX)
  })

  test.each([
    ['Zoë Łukasz Nguyễn Şerban'],
    ['Иван Сергеевич Ильин'],
    ['Αλέξανδρος Παπαδόπουλος'],
    ['محمد العلي'],
    ['שרה כהן'],
    ['J\u0308rg <b>&amp;</b>'],
  ])('%s is seen and can be searched and copied', async (name) => {
    const pdf = await drawText(name)
    expect((await expectInside(pdf, BOX)).amount).toBeGreaterThan(0.0001)
    // The marks of direction are poppler's.
    const found = pdfText(pdf).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '')
    expect(found.normalize('NFC')).toContain(name.normalize('NFC'))
  })

  test('a right-to-left text of many lines stays in its box', async () => {
    await expectInside(await drawText('محمد العلي يوافق على كل ما هو مكتوب هنا '.repeat(12)), BOX)
  })

  test('control characters and line separators are not drawn as boxes', async () => {
    expect(pdfText(await drawText('one\u0000\u0007\u200b two\u2028three'))).toMatch(/one two\s+three/)
  })
})

test('marks chosen boxes and buttons, and shows the others empty', async () => {
  const square: Place = { x: 0.1, y: 0.1, width: 0.03, height: 0.03 }
  const radio = { group: 'g', value: 'no' }
  const amount = async (drawn: DrawnField) => (await inkOf(await drawValues(blank(), [drawn]))).amount
  expect(await amount({ field: field('checkbox', square), text: 'yes' })).toBeGreaterThan(
    1.2 * (await amount({ field: field('checkbox', square), text: '' })),
  )
  const other = await amount({ field: field('radio', square, radio), text: 'yes' })
  expect(await amount({ field: field('radio', square, radio), text: 'no' })).toBeGreaterThan(1.2 * other)
  expect(other).toBeGreaterThan(0)
})

describe('a signature', () => {
  const manifestation = {
    ...{ name: 'Maria García', at: new Date('2026-11-22T18:15:07Z'), timeZone: 'America/Los_Angeles' },
    ...{ meaning: 'Patient agreement', shortId: '7F3A-91C2' },
  }

  test.each<[string, Place]>([
    ['wide', { x: 0.1, y: 0.2, width: 0.4, height: 0.06 }],
    ['high', { x: 0.1, y: 0.2, width: 0.2, height: 0.15 }],
    ['small', { x: 0.1, y: 0.2, width: 0.12, height: 0.02 }],
  ])('has name, time with zone, meaning and id in its field: %s', async (_, place) => {
    const drawn = { field: field('signature', place), image: await upright, manifestation }
    const pdf = await drawValues(blank(), [drawn])
    await expectInside(pdf, place)
    const text = pdfText(pdf).replaceAll(/\s+/g, ' ')
    for (const words of ['Maria García', 'Nov 22, 2026', '10:15:07 AM PST', 'Patient agreement', '7F3A-91C2'])
      expect(text).toContain(words)
  })

  test('of an unknown time zone is written in UTC', async () => {
    const unknown = { ...manifestation, timeZone: 'Mars/Base' }
    const pdf = await drawValues(blank(), [{ field: field('signature', BOX), image: await upright, manifestation: unknown }])
    expect(pdfText(pdf).replaceAll(/\s+/g, ' ')).toContain('6:15:07 PM UTC')
  })
})

test('draws on its page only, also where pages share their resources, and can draw again', async () => {
  const three = buildPdf({ pages: [{}, {}, {}] })
  const once = await drawValues(three, [{ field: field('text', BOX, { page: 2 }), text: 'Second page' }])
  const twice = await drawValues(once, [{ field: field('text', BOX, { page: 3 }), text: 'Third page' }])
  const texts = (await picturesOf(twice, 20)).map(({ text }) => text.trim())
  expect(texts).toEqual(['', 'Second page', 'Third page'])
  await expect(drawValues(three, [{ field: field('text', BOX, { page: 4 }), text: 'x' }])).rejects.toThrow('no page 4')
})
