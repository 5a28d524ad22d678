import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawStrokes, type Point } from '#api/demo/values/draw-strokes.ts'
import { checkSignatureImage, type SignatureKind, SignatureRefused } from './signature-image.ts'

type Strokes = Point[][]

/** The drawing has metadata, which the clean picture must not have. */
const drawn = (strokes: Strokes, background: 'none' | 'white' = 'none') =>
  drawStrokes(strokes, { width: 600, height: 200, background })
    .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
    .png()
    .toBuffer()

/** Points of a line that are numbers one after the other: x, y, x, y … */
const line = (...numbers: number[]): Point[] =>
  numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] as number] as const] : []))

const SIGNATURE = [
  line(50, 120, 80, 50, 105, 40, 120, 110, 145, 135, 180, 80, 210, 55, 240, 110, 285, 130, 330, 70, 380, 75, 430, 110),
]
/** The pen circles on one place. */
const DOT = [line(297, 97, 303, 97, 303, 103, 297, 103, 297, 97)]

const refusal = async (png: Buffer, kind: SignatureKind = 'drawn') => {
  const error = await checkSignatureImage(png, kind).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SignatureRefused)
  return error.message
}

test.each<[string, 'none' | 'white']>([
  ['with a transparent background', 'none'],
  ['with a white background', 'white'],
])('accepts a drawn signature %s and returns a clean picture of its ink', async (_, background) => {
  const clean = await checkSignatureImage(await drawn(SIGNATURE, background), 'drawn')
  const { width, height, format, exif, hasAlpha } = await sharp(clean).metadata()
  expect({ format, exif, hasAlpha }).toEqual({ format: 'png', exif: undefined, hasAlpha: true })
  expect(width).toBeLessThan(400)
  expect(height).toBeLessThan(130)
})

test('accepts short initials', async () => {
  const initials = await drawn([line(60, 150, 90, 50, 120, 150), line(75, 110, 108, 110)])
  expect(await checkSignatureImage(initials, 'drawn')).toBeInstanceOf(Buffer)
})

describe('a typed or uploaded signature', () => {
  test.each<[SignatureKind, string]>([
    ['typed', 'A. Lee'],
    ['typed', 'Ada Whitfield rcduybvtd of the long and winding name of many letters'],
    ['uploaded', 'Ada Whitfield rcduybvtd of the long and winding name of many letters'],
  ])('may be as flat as a long name is: %s', async (kind, text) => {
    const name = await sharp({ text: { text, font: 'sans 40', rgba: true } })
      .png()
      .toBuffer()
    expect(await checkSignatureImage(name, kind)).toBeInstanceOf(Buffer)
  })

  test.each<[string, Strokes, RegExp]>([
    ['empty', [], /^The signature is empty/],
    ['tiny', DOT, /^The signature is too small/],
  ])('may not be %s', async (_, shapes, reason) => {
    expect(await refusal(await drawn(shapes), 'typed')).toMatch(reason)
    expect(await refusal(await drawn(shapes), 'uploaded')).toMatch(reason)
  })
})

describe('refuses', () => {
  test.each<[string, Strokes, RegExp]>([
    ['an empty picture', [], /^The signature is empty/],
    ['a dot', DOT, /^The signature is too small/],
    ['a straight stroke', [line(50, 100, 500, 100)], /^A straight line/],
    ['a slanted stroke', [line(50, 180, 500, 20)], /^A straight line/],
    ['an upright stroke', [line(300, 20, 303, 180)], /^A straight line/],
    ['a nearly straight stroke', [line(50, 100, 175, 104, 300, 106, 400, 104, 500, 98)], /^A straight line/],
  ])('%s', async (_, shapes, reason) => {
    expect(await refusal(await drawn(shapes))).toMatch(reason)
    expect(await refusal(await drawn(shapes, 'white'))).toMatch(reason)
  })

  test('files that are no PNG or too large', async () => {
    const jpeg = await sharp(await drawn(SIGNATURE, 'white'))
      .jpeg()
      .toBuffer()
    expect(await refusal(jpeg)).toMatch(/^This image could not be read/)
    expect(await refusal((await drawn(SIGNATURE)).subarray(0, 200))).toMatch(/^This image could not be read/)
    expect(await refusal(Buffer.from('<svg/>'))).toMatch(/^This image could not be read/)
    expect(await refusal(Buffer.alloc(300_001))).toMatch(/^This image is too large/)
    const wide = await sharp({ create: { width: 5000, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect(await refusal(wide)).toMatch(/^This image is too large/)
  })
})
