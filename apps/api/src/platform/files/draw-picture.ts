/**
 * Decodes an uploaded picture, turns it upright, scales it down and writes a new file. Only visible pixels remain:
 * no metadata of place and time, no hidden script, no second file behind the picture.
 */
import sharp from 'sharp'
import { failField } from '#api/platform/http/errors/fail.ts'

/** Disables all other decoders (drawings, documents, old formats), which are larger attack surfaces. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
// Each picture is decoded once, so a cache would only use memory.
sharp.cache(false)

/** All pixels before scaling, as of a good camera. A small file can decode to more than fits in memory. */
const MAX_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 15

const imageSignatures: [at: number, bytes: string][] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [8, 'WEBP'],
]
/** Recognizes the format by the first bytes. The name and the declared type are ignored. */
const hasImageSignature = (bytes: Buffer) =>
  imageSignatures.some(([at, start]) => bytes.subarray(at, at + start.length).toString('latin1') === start)

export interface PictureOptions {
  /** The form field that a refusal names. */
  field: string
  /** Pixels along the longer side. A smaller picture is not enlarged. */
  maxSide: number
  /** WebP is for photographs in pages. Mails and documents need PNG. */
  format: 'png' | 'webp'
}

/** Draws an uploaded picture again. Refuses with 422 for the field. */
export async function drawPicture(file: File, { field, maxSide, format }: PictureOptions): Promise<Buffer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!hasImageSignature(bytes)) failField(field, 'Choose a PNG, JPEG or WebP image.')
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => failField(field, 'This image is damaged.', { cause }))
  if (width * height > MAX_PIXELS) failField(field, 'This image has too many pixels. Choose a smaller one.')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
  return (format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 82 }))
    .toBuffer()
    .catch((cause) => failField(field, 'This image is damaged.', { cause }))
}
