import { type BrowserSettings, PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/payments'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { findGatewayName } from './payment-settings.queries.ts'

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
