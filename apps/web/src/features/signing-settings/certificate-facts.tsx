import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { SigningSettings } from '@vialdesk/contract/signing'
import { Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { certificateWarning } from './certificate-warning.ts'

/** The certificate with which the portal's own engine seals documents. */
export function CertificateFacts({ certificate }: { certificate: SigningSettings['certificate'] }) {
  const { subject, expires_at, self_made, timestamped } = certificate
  const warning = certificateWarning(certificate)
  return (
    <>
      {warning && (
        <Alert color={warning.color} role="status" icon={<IconAlertTriangle size={18} />}>
          {warning.text}
        </Alert>
      )}
      <Facts
        title="Seal of your documents"
        facts={[
          { label: 'Certificate', value: subject },
          { label: 'Valid until', value: <DateText value={expires_at} /> },
          { label: 'Made by', value: self_made ? 'This portal' : 'A certificate authority' },
          { label: 'Time stamps', value: timestamped ? 'From a time stamp authority' : 'Clock of this portal' },
        ]}
      />
    </>
  )
}
