/**
 * A simulated gateway without an account. It behaves like Authorize.Net's sandbox and keeps its own transactions in the
 * schema `gateway_sim`. `embedded/triggers.ts` lists the inputs that decline, hold or lose a charge.
 */

import { GatewayUnavailable, type PaymentGateway } from '#api/platform/ports/payments.ts'
import { addCard, deleteCard, ensureCustomer, listCards } from './embedded/cards.ts'
import { charge, closeUncharged } from './embedded/charge.ts'
import { refund, review, voidTransaction } from './embedded/reverse.ts'
import { findCharges, findRefund, getTransaction } from './embedded/search.ts'
import { createSimulator, type SimulatorOptions } from './embedded/simulator.ts'

export interface EmbeddedGateway extends PaymentGateway {
  /** Decides a held charge, as a merchant does in a real gateway's pages. Returns false when the charge is not held. */
  review(query: { domainId: number; transId: string; verdict: 'approve' | 'decline' }): Promise<boolean>
}

/** A RangeError is a mistake of the caller. All other errors mean that the database is unreachable. */
const reachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    throw new GatewayUnavailable('The payment simulator cannot reach its database.', { cause })
  }
}

export const embeddedGateway = (options: SimulatorOptions): EmbeddedGateway => {
  const sim = createSimulator(options)
  return {
    cardEntry: async () => ({ kind: 'typed' }),
    charge: (order) => charge(sim, order),
    void: (order) => voidTransaction(sim, order),
    refund: (order) => refund(sim, order),
    find: (query) => reachable(findCharges(sim, query)),
    get: ({ domainId, transId }) => reachable(getTransaction(sim, domainId, transId)),
    closeUncharged: (query) => reachable(closeUncharged(sim, query)),
    findRefund: (query) => reachable(findRefund(sim, query)),
    ensureCustomer: ({ domainId, reference }) => reachable(ensureCustomer(sim, domainId, reference)),
    listCards: ({ domainId, customerId }) => reachable(listCards(sim, domainId, customerId)),
    addCard: (query) => reachable(addCard(sim, query)),
    deleteCard: ({ domainId, customerId, cardId }) => reachable(deleteCard(sim, domainId, customerId, cardId)),
    review: ({ domainId, transId, verdict }) => reachable(review(sim, domainId, transId, verdict)),
  }
}
