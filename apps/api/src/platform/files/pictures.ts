/** Reads uploaded pictures: recognizes their format by the content, and decodes no picture that would fill the memory. */
import sharp, { type Sharp } from 'sharp'
import { failField } from '#api/platform/kernel/fail.ts'

/** Disables all other decoders (drawings, documents, old formats), which are larger attack surfaces. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
// Each picture is decoded once, so a cache would only use memory.
sharp.cache(false)

/** All pixels of a picture, as of a good camera. A small file can decode to more than fits in memory. */
const MAX_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 15

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

const signatures: [type: PictureType, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
]

/** Recognizes the format by the first bytes. The name and the declared type are ignored. */
export const pictureTypeOf = (bytes: Buffer): PictureType | undefined =>
  signatures.find(([, at, start]) => bytes.subarray(at, at + start.length).toString('latin1') === start)?.[0]

/** Refuses with 422 for the form field. */
export const failDamaged =
  (field: string) =>
  (cause: unknown): never =>
    failField(field, 'This image is damaged.', { cause })

/** A picture to decode. Refuses a damaged or huge one with 422 for the form field. */
export async function openPicture(bytes: Buffer, field: string): Promise<Sharp> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(failDamaged(field))
  if (width * height > MAX_PIXELS) failField(field, 'This image has too many pixels. Choose a smaller one.')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: TIMEOUT_SECONDS })
}
