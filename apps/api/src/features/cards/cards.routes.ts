import { contract } from '@vialdesk/contract'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { deleteCard, ensureCustomerId, listCards, makeDefault, saveCard } from './manage-cards.commands.ts'

const { cards } = contract
const SUCCESS = { code: 'success' as const }

export const cardsRouter = {
  list: serveWithProviders(cards.list, async ({ body, reply, ...context }) => {
    reply.header('cache-control', 'no-store')
    return { ...SUCCESS, payments: await listCards(context, body.user_id) }
  }),

  add: serveWithProviders(cards.add, async ({ body, ...context }) => {
    return { ...SUCCESS, message: 'The card has been saved.', payment: await saveCard(context, body) }
  }),

  createCustomer: serveWithProviders(cards.createCustomer, async ({ body, ...context }) => {
    return { ...SUCCESS, customer_profile_id: await ensureCustomerId(context, body.user_id) }
  }),

  remove: serveWithProviders(cards.remove, async ({ body, ...context }) => {
    await deleteCard(context, body.user_id, body.payment_profile_id)
    return { ...SUCCESS, message: 'The card has been deleted.' }
  }),

  makeDefault: serveWithProviders(cards.makeDefault, async ({ body, ...context }) => {
    await makeDefault(context, body.user_id, body.payment_profile_id)
    return { ...SUCCESS, message: 'The default card has been changed.' }
  }),
}
