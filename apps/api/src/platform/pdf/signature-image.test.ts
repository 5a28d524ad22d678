import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checkSignatureImage, type SignatureKind, SignatureRefused } from './signature-image.ts'

const drawn = (shapes: string, background = 'none') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="${background}"/>
       <g fill="none" stroke="#123" stroke-width="4">${shapes}</g></svg>`,
    ),
  )
    .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } } })
    .png()
    .toBuffer()

const SIGNATURE = '<path d="M50 120 C 90 20 120 20 120 110 S 160 150 180 80 S 230 40 240 110 S 300 150 330 70 S 400 80 430 110"/>'

const refusal = async (png: Buffer, kind: SignatureKind = 'drawn') => {
  const error = await checkSignatureImage(png, kind).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SignatureRefused)
  return error.message
}

test.each([
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
  const initials = await drawn('<path d="M60 150 L 90 50 L 120 150 M 75 110 L 108 110"/>')
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

  test.each<[string, string, RegExp]>([
    ['empty', '', /^The signature is empty/],
    ['tiny', '<circle cx="300" cy="100" r="5" fill="#123"/>', /^The signature is too small/],
  ])('may not be %s', async (_, shapes, reason) => {
    expect(await refusal(await drawn(shapes), 'typed')).toMatch(reason)
    expect(await refusal(await drawn(shapes), 'uploaded')).toMatch(reason)
  })
})

describe('refuses', () => {
  test.each<[string, string, RegExp]>([
    ['an empty picture', '', /^The signature is empty/],
    ['a dot', '<circle cx="300" cy="100" r="5" fill="#123"/>', /^The signature is too small/],
    ['a straight stroke', '<path d="M50 100 L 500 100"/>', /^A straight line/],
    ['a slanted stroke', '<path d="M50 180 L 500 20"/>', /^A straight line/],
    ['an upright stroke', '<path d="M300 20 L 303 180"/>', /^A straight line/],
    ['a nearly straight stroke', '<path d="M50 100 Q 300 112 500 98"/>', /^A straight line/],
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
