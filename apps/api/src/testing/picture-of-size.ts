/** A small PNG that claims to be a large picture. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Its header, at the bytes 12 to 29, names another size than the picture has. */
export async function pictureOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6e6e' } })
    .png()
    .toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
