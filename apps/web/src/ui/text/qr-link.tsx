import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyField } from './copy-field.tsx'
import { QrCode } from './qr-code.tsx'
import { downloadQr } from './qr-download.ts'
import classes from './qr-link.module.css'

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
