/**
 * What is sent as a logo becomes a picture of ours: decoded, turned upright, scaled down and written anew as PNG. Nothing of the
 * sent bytes survives but what could be seen: no place and time, no script behind the picture, no second file in one.
 */
import sharp from 'sharp'
import { failField } from '#api/platform/http/errors/fail.ts'

/** The decoders of everything else (drawings, documents, formats of ten years ago) stay shut, whatever a file claims to be. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
// One picture is decoded once: remembering it would only hold memory.
sharp.cache(false)

/** Pixels along the longer side. */
const MAX_SIDE = 512
/** Pixels altogether before scaling: what a good camera makes. A small file can unpack to far more than memory holds. */
const MAX_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 15

const imageSignatures: [at: number, bytes: string][] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [8, 'WEBP'],
]
/** By its first bytes; neither its name nor what its sender calls it counts. */
const hasImageSignature = (bytes: Buffer) =>
  imageSignatures.some(([at, start]) => bytes.subarray(at, at + start.length).toString('latin1') === start)

/** Refuses with 422, naming `file`. */
export async function drawLogo(bytes: Buffer): Promise<Buffer> {
  if (!hasImageSignature(bytes)) failField('file', 'Choose a PNG, JPEG or WebP image.')
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => failField('file', 'This image is damaged.', { cause }))
  if (width * height > MAX_PIXELS) failField('file', 'This image has too many pixels. Choose a smaller one.')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch((cause) => failField('file', 'This image is damaged.', { cause }))
}
