/** The card gateway of a domain. */
import type { GatewayName } from '@vialdesk/contract/payments'
import type { PaymentGateway } from '#api/adapters/payments/port.ts'
import type { Db } from '#api/db/db.ts'
import type { Ports } from '#api/platform/ports.ts'

/** The gateway that new payments and new cards of the domain use. Payments that began with another gateway stay with it. */
export async function findGatewayName(db: Db): Promise<GatewayName> {
  const [found] = await db.rows<{ gateway: GatewayName }>('select gateway from payment_settings where domain_id = $1', [
    db.domainId,
  ])
  return found?.gateway ?? 'embedded'
}

/** Undefined for a gateway that this portal does not have, and for a payment of zero, which has no gateway. */
export const gatewayOf = ({ payments }: Pick<Ports, 'payments'>, name: string): PaymentGateway | undefined =>
  payments[name as GatewayName]
