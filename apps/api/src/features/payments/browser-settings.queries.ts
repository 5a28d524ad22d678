import { PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/payments'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import type { Ports } from '#api/platform/ports.ts'
import { findGatewayName, gatewayOf } from './gateways.queries.ts'

const NOT_SET_UP = { gateway: 'none' as const, message: PAYMENTS_NOT_SET_UP }

/** How the browser sends cards to the gateway that new payments use. */
export async function getBrowserSettings(domain: Domain, ports: Ports, transact: RunInTransaction) {
  const name = await transact(findGatewayName)
  const entry = await gatewayOf(ports, name)?.cardEntry(domain.id)
  if (entry?.kind === 'typed') return { gateway: 'embedded' as const }
  if (entry?.kind !== 'accept') return NOT_SET_UP
  const { environment, apiLoginId: api_login_id, clientKey: client_key, script } = entry
  return { gateway: 'authorizenet' as const, environment, api_login_id, client_key, script }
}
