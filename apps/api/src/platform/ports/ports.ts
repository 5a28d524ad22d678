/** Connections and providers for jobs and for calls with `usesProviders`. */
import type pg from 'pg'
import type { Signals } from '#api/platform/events/signals.ts'
import type { Exports } from '#api/platform/export/exports.ts'
import type { Seal } from '#api/platform/pdf/seal/seal.ts'
import type { Carrier } from './carrier.ts'
import type { Dns } from './dns.ts'
import type { FileStore } from './files.ts'
import type { Mailer } from './mail.ts'
import type { PaymentGateways } from './payments.ts'
import type { SignatureProviders } from './signing.ts'
import type { WebhookSender } from './webhooks.ts'

/** The mail server in the DNS records that a domain should have. */
export interface MailServer {
  host: string
  /** The part of an SPF record that names the servers which send mail, such as `a:mail.example.com`. */
  spf: string
}

export interface Ports {
  /** The application's pool, under row-level security. */
  pool: pg.Pool
  /** Long exports, with connections of their own. */
  exports: Exports
  /** The card gateways by name. A domain chooses one; a payment stays with the gateway that it began with. */
  payments: PaymentGateways
  mail: Mailer
  /** Gets the heads of the audit every night. */
  operatorEmail?: string | undefined
  /** The mail server that the DNS records of the domains name. */
  mailServer: MailServer
  /** Looks up the DNS records of mail domains. */
  dns: Dns
  carrier: Carrier
  /** The signature providers by name. A domain chooses one; a document stays with the provider that it began with. */
  signing: SignatureProviders
  /** Seals completed documents. */
  seal: Seal
  /** Wakes waiting requests in any process when there is something new for a user. */
  signals: Signals
  files: FileStore
  /** Sends events to the systems of others. */
  webhooks: WebhookSender
  /** The portal's URL for people, without a slash at the end; mails link to it. */
  publicUrl: string
  /** Keys for signed links and keyed hashes are derived from it. */
  secretKey: string
}
