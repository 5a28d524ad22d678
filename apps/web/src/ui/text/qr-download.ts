import { encode } from 'uqr'
import { saveFile } from '#web/lib/browser/save-file.ts'

/** Pixels for each square, large enough for a poster. */
const SQUARE = 24

/** Saves the QR code as a PNG with the margin that cameras need. `name` is the file name without extension. */
export function downloadQr(value: string, name: string): void {
  const { data, size } = encode(value, { ecc: 'M', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = size * SQUARE
  canvas.height = size * SQUARE
  const paint = canvas.getContext('2d')
  if (!paint) return
  paint.fillStyle = '#fff'
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.fillStyle = '#000'
  for (const [y, row] of data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) paint.fillRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE)
  }
  canvas.toBlob((blob) => blob && saveFile(blob, `${name}.png`), 'image/png')
}
