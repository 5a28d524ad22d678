/** Checks the picture of a signature: something that a person drew, typed or uploaded, not a stroke to get on with it. */
import type { AdoptedSignature } from '@vialdesk/contract/documents/signing'
import sharp from 'sharp'
import { decodeSignatureInTurn } from '#api/platform/kernel/decode-turns.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'

export type SignatureKind = AdoptedSignature['kind']

/** The picture cannot be used. The message is a sentence for the signer. */
export class SignatureRefused extends Error {
  override name = 'SignatureRefused'
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_BYTES = 300_000
const MAX_SIDE = 4000
/** The largest side of the stored picture, in pixels. */
const STORED_SIDE = 1200
/** Ink that is looked at, on a picture of at most this side. */
const ANALYZED_SIDE = 400
/** Ink is darker than this (of 255). */
const INK = 170
const MIN_INK_PIXELS = 60
/** The ink must reach this many pixels in its longer direction. */
const MIN_REACH = 24
/** The mean distance of the ink from its own straight line, in parts of the length of the line. */
const MIN_BEND = 0.02

const UNREADABLE = 'This image could not be read. Use a PNG.'
const BLANK = 'The signature is empty. Sign again.'
const TINY = 'The signature is too small. Sign again, larger.'
const STRAIGHT = 'A straight line is not a signature. Sign again.'

interface Point {
  x: number
  y: number
}

async function inkOf(png: Buffer): Promise<Point[]> {
  const { data, info } = await sharp(png)
    .flatten({ background: 'white' })
    .resize(ANALYZED_SIDE, ANALYZED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ink: Point[] = []
  for (const [index, value] of data.entries())
    if (value < INK) ink.push({ x: index % info.width, y: Math.floor(index / info.width) })
  return ink
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How far the ink is from its own straight line (its main axis), in parts of its length along this line. */
function bendOf(ink: Point[]): number {
  const center = { x: mean(ink.map(({ x }) => x)), y: mean(ink.map(({ y }) => y)) }
  const moved = ink.map(({ x, y }) => ({ x: x - center.x, y: y - center.y }))
  const [xx, yy, xy] = [
    mean(moved.map(({ x }) => x * x)),
    mean(moved.map(({ y }) => y * y)),
    mean(moved.map(({ x, y }) => x * y)),
  ]
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const along = moved.map(({ x, y }) => x * Math.cos(angle) + y * Math.sin(angle))
  const across = moved.map(({ x, y }) => Math.abs(y * Math.cos(angle) - x * Math.sin(angle)))
  const length =
    along.reduce((most, value) => Math.max(most, value), 0) - along.reduce((least, value) => Math.min(least, value), 0)
  return mean(across) / Math.max(1, length)
}

/** A long typed name is as flat as a straight line, so only drawn signatures must bend. */
function assertSignature(ink: Point[], kind: SignatureKind): void {
  if (ink.length === 0) throw new SignatureRefused(BLANK)
  const side = (values: number[]) =>
    values.reduce((most, value) => Math.max(most, value), 0) -
    values.reduce((least, value) => Math.min(least, value), ANALYZED_SIDE)
  const reach = Math.max(side(ink.map(({ x }) => x)), side(ink.map(({ y }) => y)))
  if (ink.length < MIN_INK_PIXELS || reach < MIN_REACH) throw new SignatureRefused(TINY)
  if (kind === 'drawn' && bendOf(ink) < MIN_BEND) throw new SignatureRefused(STRAIGHT)
}

/** Returns a clean PNG of the ink, without metadata and empty edges. Throws SignatureRefused. */
export async function checkSignatureImage(png: Buffer, kind: SignatureKind): Promise<Buffer> {
  if (png.length > MAX_BYTES) throw new SignatureRefused('This image is too large.')
  if (!png.subarray(0, PNG.length).equals(PNG)) throw new SignatureRefused(UNREADABLE)
  try {
    const { width, height } = await sharp(png).metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) throw new SignatureRefused('This image is too large.')
    return await decodeSignatureInTurn(async () => {
      assertSignature(await inkOf(png), kind)
      return sharp(png)
        .trim()
        .resize(STORED_SIDE, STORED_SIDE, { fit: 'inside', withoutEnlargement: true })
        .ensureAlpha()
        .png({ compressionLevel: 9 })
        .toBuffer()
    })
  } catch (error) {
    throw error instanceof SignatureRefused || error instanceof ApiError
      ? error
      : new SignatureRefused(UNREADABLE, { cause: error })
  }
}
