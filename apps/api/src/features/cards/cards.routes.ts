import { contract } from '@vialdesk/contract'
import { findGatewayName, gatewayOf } from '#api/features/payments/gateways.queries.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { cardPolicy } from './cards.policy.ts'
import { findCustomerId, toSavedCards } from './cards.queries.ts'

const { cards } = contract

export const cardsRouter = {
  list: serveWithProviders(cards.list, async ({ transact, ports, domain, actor, body, reply }) => {
    cardPolicy.assertSees(actor, 'cards', body)
    reply.header('cache-control', 'no-store')
    const { name, customerId } = await transact(async (db) => {
      const name = await findGatewayName(db)
      return { name, customerId: await findCustomerId(db, name, actor.id) }
    })
    if (customerId === undefined) return { code: 'success' as const, payments: [] }
    const gateway = gatewayOf(ports, name) ?? fail('unavailable')
    const found = await gateway
      .listCards({ domainId: domain.id, customerId })
      .catch((cause: unknown) => fail('unavailable', { cause }))
    return { code: 'success' as const, payments: toSavedCards(customerId, found) }
  }),
}
