/**
 * The gateway that needs no account: it behaves like Authorize.Net's sandbox (`embedded/triggers.ts` says how to make it
 * decline, hold or fall silent) and keeps its own books in the schema `gateway_sim`, apart from the business's.
 */
import { addCard, deleteCard, ensureCustomer, listCards } from './embedded/cards.ts'
import { charge } from './embedded/charge.ts'
import { refund, review, voidTransaction } from './embedded/reverse.ts'
import { findCharges, getTransaction } from './embedded/search.ts'
import { type SimulatorOptions, simulatorOf } from './embedded/simulator.ts'
import { GatewayUnavailable, type PaymentGateway } from './port.ts'

export interface EmbeddedGateway extends PaymentGateway {
  /** Decides a held charge, as the merchant would in the gateway's own pages. Answers false when it was not held. */
  review(query: { domainId: number; transId: string; verdict: 'approve' | 'decline' }): Promise<boolean>
}

/** A misuse by the caller stays itself; everything else means that the books could not be reached. */
const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    throw new GatewayUnavailable('The payment simulator cannot reach its books.', { cause })
  }
}

export const embeddedGateway = (options: SimulatorOptions): EmbeddedGateway => {
  const sim = simulatorOf(options)
  return {
    capabilities: async () => ({ tokenize: 'none', publicKeys: {} }),
    charge: (order) => charge(sim, order),
    void: (order) => voidTransaction(sim, order),
    refund: (order) => refund(sim, order),
    find: (query) => reachable(findCharges(sim, query)),
    get: ({ domainId, transId }) => reachable(getTransaction(sim, domainId, transId)),
    ensureCustomer: ({ domainId, reference }) => reachable(ensureCustomer(sim, domainId, reference)),
    listCards: ({ domainId, customerId }) => reachable(listCards(sim, domainId, customerId)),
    addCard: (query) => reachable(addCard(sim, query)),
    deleteCard: ({ domainId, customerId, cardId }) => reachable(deleteCard(sim, domainId, customerId, cardId)),
    // The simulator tells nobody anything by itself, so no notice can be genuine.
    readNotice: () => undefined,
    review: ({ domainId, transId, verdict }) => reachable(review(sim, domainId, transId, verdict)),
  }
}
