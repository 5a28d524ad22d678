/** Warnings about parts that a production portal only simulates, logged at every start. */
import type { Configuration } from '#api/platform/config/configuration.ts'

type Choices = Pick<Configuration, 'mode' | 'databaseUrl' | 'payments' | 'carrier' | 'smtpUrl' | 'publicUrl' | 'sealFile'>

/** Returns one sentence for each; none outside production. */
export function simulationWarnings({ mode, databaseUrl, payments, carrier, smtpUrl, publicUrl, sealFile }: Choices): string[] {
  if (mode !== 'production') return []
  return [
    databaseUrl === undefined && 'Using the embedded database: DATABASE_URL is not set.',
    smtpUrl === undefined && 'Mails are not sent: SMTP_URL is not set.',
    payments === 'embedded' &&
      'Payments are simulated for domains without a card gateway: nobody is charged (PAYMENTS=embedded).',
    carrier === 'embedded' && 'Shipping labels are simulated: no carrier accepts them (CARRIER=embedded).',
    sealFile === undefined &&
      'Documents are sealed with a certificate that the portal made itself: PDF readers do not trust it (SIGNING_P12 is not set).',
    publicUrl.startsWith('http:') && `Links in mails begin with ${publicUrl}, without TLS: set PUBLIC_URL to an https URL.`,
  ].filter((sentence) => sentence !== false)
}
