import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { encode } from 'uqr'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { CopyField } from './copy-field.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './qr-link.module.css'

/** Pixels for each square, large enough for a poster. */
const SQUARE = 24

/** Saves the QR code as a PNG with the margin that cameras need. `name` is the file name without extension. */
function downloadQr(value: string, name: string): void {
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

/** Characters. A longer URL has smaller squares, so its code must be larger for cameras. */
const MAX_SMALL_CODE_LENGTH = 80

interface Props {
  label: string
  value: string
  /** Without extension. */
  fileName: string
}

/** A link with its QR code, to copy, scan or download. */
export function QrLink({ label, value, fileName }: Props) {
  return (
    <div className={classes.link}>
      <QrCode value={value} label={`QR code of ${label}`} size={value.length > MAX_SMALL_CODE_LENGTH ? 172 : 132} />
      <div className={classes.take}>
        <CopyField label={label} value={value} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => downloadQr(value, fileName)}
          aria-label={`Download QR code of ${label}`}
        >
          Download QR code
        </Button>
      </div>
    </div>
  )
}
