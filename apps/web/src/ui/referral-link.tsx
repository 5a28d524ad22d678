import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyField } from './copy-field.tsx'
import { QrCode } from './qr-code.tsx'
import { downloadQr } from './qr-download.ts'
import classes from './referral-link.module.css'

/** A longer address has smaller squares: they need more room to be read by a camera. */
const ROOMY = 80

interface Props {
  label: string
  value: string
  /** Without an ending. */
  fileName: string
}

/** An address that binds whoever signs up by it: to copy, to show to a camera, to print. */
export function ReferralLink({ label, value, fileName }: Props) {
  return (
    <div className={classes.link}>
      <QrCode value={value} label={`QR code of ${label}`} size={value.length > ROOMY ? 172 : 132} />
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
