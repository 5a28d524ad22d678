/**
 * Decodes an uploaded logo, turns it upright, scales it down and writes a new PNG. Only visible pixels remain:
 * no metadata of place and time, no hidden script, no second file behind the picture.
 */
import { failDamaged, openPicture, pictureTypeOf } from '#api/platform/files/pictures.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

/** Pixels along the longer side. */
const MAX_SIDE = 512

/** Draws an uploaded picture as PNG. Refuses with 422 for the field `file`. */
export async function drawLogo(bytes: Buffer): Promise<Buffer> {
  if (!pictureTypeOf(bytes)) failField('file', 'Choose a PNG, JPEG or WebP image.')
  const picture = await openPicture(bytes)
  return picture
    .autoOrient()
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(failDamaged)
}
