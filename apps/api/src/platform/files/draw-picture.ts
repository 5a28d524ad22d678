/**
 * Decodes an uploaded picture, turns it upright, scales it down and writes a new file. Only visible pixels remain:
 * no metadata of place and time, no hidden script, no second file behind the picture.
 */

import { decodeInTurn } from '#api/platform/kernel/decode-turns.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { failDamaged, openPicture, pictureTypeOf } from './pictures.ts'

export interface PictureOptions {
  /** The user who waits when many pictures come (`uploaderOf`). */
  uploader: string
  /** The form field that a refusal names. */
  field: string
  /** Pixels along the longer side. A smaller picture is not enlarged. */
  maxSide: number
  /** WebP is for photographs in pages. Mails and documents need PNG. */
  format: 'png' | 'webp'
}

/** Draws an uploaded picture again. Refuses with 422 for the field. */
export const drawPicture = (file: File, options: PictureOptions): Promise<Buffer> =>
  decodeInTurn(options.uploader, () => draw(file, options))

async function draw(file: File, { field, maxSide, format }: PictureOptions): Promise<Buffer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!pictureTypeOf(bytes)) failField(field, 'Choose a PNG, JPEG or WebP image.')
  const picture = (await openPicture(bytes, field))
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
  return (format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality: 82 }))
    .toBuffer()
    .catch(failDamaged(field))
}
