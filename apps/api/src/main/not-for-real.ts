/** What a portal that is meant for real still only pretends, said in the log at every start. */
import type { Configuration } from '#api/platform/configuration.ts'

type Choices = Pick<Configuration, 'mode' | 'databaseUrl' | 'payments' | 'carrier' | 'smtpUrl' | 'publicUrl'>

/** A sentence for each; none outside production. */
export function pretensesOf({ mode, databaseUrl, payments, carrier, smtpUrl, publicUrl }: Choices): string[] {
  if (mode !== 'production') return []
  return [
    databaseUrl === undefined && 'The database is the embedded one: DATABASE_URL is not set.',
    smtpUrl === undefined && 'No mail leaves: SMTP_URL is not set.',
    payments === 'embedded' && 'Payments are simulated: nobody is charged (PAYMENTS=embedded).',
    carrier === 'embedded' && 'Shipping labels are simulated: no carrier takes them (CARRIER=embedded).',
    publicUrl.startsWith('http:') && `Links in mails begin with ${publicUrl}, without TLS: set PUBLIC_URL.`,
  ].filter((sentence) => sentence !== false)
}
