import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { findOrders, getVisibleOrder } from './orders.queries.ts'
import { correctTracking, shipOrder } from './ship-order.commands.ts'

const { orders } = contract

export const ordersRouter = {
  list: serve(orders.list, ({ db, actor, query }) => findOrders(db, actor, query)),

  get: serve(orders.get, ({ db, actor, params }) => getVisibleOrder(db, actor, params.id)),

  ship: serve(orders.ship, async ({ db, actor, params, body }) => {
    const order = await shipOrder(db, actor, params.id, body)
    return { message: 'The shipment has been saved!', ...order }
  }),

  correct: serve(orders.correct, async ({ db, actor, params, body }) => {
    const order = await correctTracking(db, actor, params.id, body)
    return { message: 'The tracking number has been updated!', ...order }
  }),
}
