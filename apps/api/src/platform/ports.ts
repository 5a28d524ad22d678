/** What a call that waits for a provider, or a job, may reach beside the database. */
import type pg from 'pg'
import type { Carrier } from '#api/adapters/carrier/port.ts'
import type { FileStore } from '#api/adapters/files/port.ts'
import type { Mailer } from '#api/adapters/mail/port.ts'
import type { PaymentGateway } from '#api/adapters/payments/port.ts'
import type { Signals } from './signals.ts'

export interface Ports {
  /** The application's pool: everything on it stands under row-level security. */
  pool: pg.Pool
  payments: PaymentGateway
  /** The name of the gateway, kept with every attempt. */
  gatewayName: string
  mail: Mailer
  carrier: Carrier
  /** Hears, in whichever process it happened, that there is something new for a user. */
  signals: Signals
  files: FileStore
  /** Where people reach the portal, without a slash at the end; mails link to it. */
  publicUrl: string
  /** Keys for signed links and keyed hashes are derived from it. */
  secretKey: string
}
