/** The card gateway of a domain, and its account. */
import {
  type BrowserSettings,
  type GatewayName,
  PAYMENTS_NOT_SET_UP,
  type PaymentSettings,
} from '@vialdesk/contract/money/payments'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { PaymentGateway, PaymentGateways } from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { providerSettings } from '#api/platform/providers/provider-settings.ts'

type Plain = Pick<PaymentSettings, 'gateway' | 'environment' | 'api_login_id' | 'client_key'>

/** An account stays while the domain uses another gateway: earlier payments are still looked up and refunded there. */
export const paymentSettings = providerSettings<Plain, 'payment_settings'>({
  table: 'payment_settings',
  choice: 'gateway',
  initial: { gateway: 'embedded', environment: 'sandbox', api_login_id: '', client_key: '' },
  event: 'payments.settings_changed',
})

/** What the pages of the domain load from the gateway that it uses. */
export const findPaymentSources = (gateways: PaymentGateways) => async (db: Db) => {
  const [found] = await db.rows<Plain>('select * from payment_settings where domain_id = $1', [db.domainId])
  return (found && gateways[found.gateway].account?.pageSources(found)) ?? {}
}

/** The gateway that new payments and new cards of the domain use. Payments that began with another gateway stay with it. */
export async function findGatewayName(db: Db): Promise<GatewayName> {
  return ((await db.findRow('payment_settings', ['gateway'], {}))?.gateway as GatewayName | undefined) ?? 'embedded'
}

/** Undefined for a gateway that this portal does not have, and for a payment of zero, which has no gateway. */
export const gatewayOf = ({ payments }: Pick<Ports, 'payments'>, name: string): PaymentGateway | undefined =>
  payments[name as GatewayName]

export interface PaymentContext {
  domain: Domain
  ports: Ports
  transact: RunInTransaction
}

/** How the browser sends cards to the gateway that new payments use. */
export async function getBrowserSettings({ domain, ports, transact }: PaymentContext): Promise<BrowserSettings> {
  const entry = await ports.payments[await transact(findGatewayName)].cardEntry(domain.id)
  switch (entry.kind) {
    case 'typed':
      return { gateway: 'embedded' }
    case 'token':
      return entry.settings
    case 'none':
      return { gateway: 'none', message: PAYMENTS_NOT_SET_UP }
  }
}
