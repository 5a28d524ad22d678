import { contract } from '@vialdesk/contract'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { findInvoice, findLastAttempt, listToReview, stateOf } from './attempts.queries.ts'
import { cardPolicy } from './checkout.policy.ts'
import { pay } from './pay.commands.ts'
import { findCustomer, findProductShown, listProductOptions, shownCards } from './products.queries.ts'
import { recheck, resolve } from './review.commands.ts'
import { reserveInvoice } from './start-attempt.commands.ts'

const { checkout } = contract

export const checkoutRouter = {
  productOptions: serve(checkout.productOptions, ({ db }) => listProductOptions(db)),

  product: serve(checkout.product, async ({ db, params }) => (await findProductShown(db, params.id)) ?? fail('not_found')),

  savedCards: serveWithProviders(checkout.savedCards, async ({ transact, ports, domain, actor, body, reply }) => {
    cardPolicy.assertSees(actor, 'cards', body)
    reply.header('cache-control', 'no-store')
    const customerId = await transact((db) => findCustomer(db, ports.gatewayName, actor.id))
    if (customerId === undefined) return { code: 'success' as const, payments: [] }
    const cards = await ports.payments
      .listCards({ domainId: domain.id, customerId })
      .catch((cause: unknown) => fail('unavailable', { cause }))
    return { code: 'success' as const, payments: shownCards(customerId, cards) }
  }),

  reserveInvoice: serve(checkout.reserveInvoice, async ({ db, actor, reply }) => {
    reply.header('cache-control', 'no-store')
    return { transaction_id: await reserveInvoice(db, actor.id) }
  }),

  pay: serveWithProviders(checkout.pay, ({ request, auditActor, actor, body, ...waiting }) =>
    pay({ ...waiting, log: request.log }, auditActor, actor, body),
  ),

  attempt: serve(checkout.attempt, async ({ db, actor, params, reply }) => {
    const payer = actor.role === 'admin' ? 'anyone' : actor.id
    if (!(await findInvoice(db, params.invoice_id, payer).executeTakeFirst())) return fail('not_found')
    reply.header('cache-control', 'no-store')
    const attempt = await findLastAttempt(db, params.invoice_id)
    return { ...stateOf(attempt), invoice_id: params.invoice_id, transaction_id: attempt?.transaction_id ?? null }
  }),

  toReview: serve(checkout.toReview, ({ db, query }) => listToReview(db, query)),

  recheck: serveWithProviders(checkout.recheck, ({ request, auditActor, params, ...waiting }) =>
    recheck({ ...waiting, log: request.log }, auditActor, params.id),
  ),

  resolve: serveWithProviders(checkout.resolve, ({ request, auditActor, actor, params, body, ...waiting }) =>
    resolve({ ...waiting, log: request.log }, { ...auditActor, actor }, params.id, body),
  ),
}
