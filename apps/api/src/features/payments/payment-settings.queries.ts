/** The card gateway of a domain, and its account. */
import type { PaymentSettings } from '@vialdesk/contract/payments'
import type { PaymentGateways } from '#api/adapters/payments/port.ts'
import type { Db } from '#api/db/db.ts'
import { providerSettings } from '#api/platform/providers/provider-settings.ts'

type Plain = Pick<PaymentSettings, 'gateway' | 'environment' | 'api_login_id' | 'client_key'>

/** An account stays while the domain uses another gateway: earlier payments are still looked up and refunded there. */
export const paymentSettings = providerSettings<Plain, 'transaction_key' | 'signature_key'>({
  table: 'payment_settings',
  choice: 'gateway',
  initial: { gateway: 'embedded', environment: 'sandbox', api_login_id: '', client_key: '' },
  secrets: ['transaction_key', 'signature_key'],
  event: 'payments.settings_changed',
})

/** What the pages of the domain load from the gateway that it uses. */
export const findPaymentSources = (gateways: PaymentGateways) => async (db: Db) => {
  const [found] = await db.rows<Plain>('select * from payment_settings where domain_id = $1', [db.domainId])
  return (found && gateways[found.gateway].account?.pageSources(found)) ?? {}
}
