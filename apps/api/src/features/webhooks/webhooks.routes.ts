import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { redeliver, sendTest } from './deliver.commands.ts'
import { listDeliveries, listEndpoints } from './deliveries.queries.ts'
import { addEndpoint, editEndpoint, removeEndpoint, rotateSecret } from './save-endpoint.commands.ts'

const { webhooks } = contract

export const webhooksRouter = {
  list: serve(webhooks.list, ({ db }) => listEndpoints(db)),

  add: serve(webhooks.add, ({ db, secretKey, body }) => addEndpoint(db, secretKey, body)),

  edit: serve(webhooks.edit, ({ db, params: { id }, body }) => editEndpoint(db, id, body)),

  remove: serve(webhooks.remove, async ({ db, params: { id } }) => {
    await removeEndpoint(db, id)
    return undefined
  }),

  rotateSecret: serve(webhooks.rotateSecret, ({ db, secretKey, params: { id } }) => rotateSecret(db, secretKey, id)),

  test: serve(webhooks.test, async ({ db, params: { id } }) => {
    await sendTest(db, id)
    return { message: 'A test event is on its way.' }
  }),

  deliveries: serve(webhooks.deliveries, ({ db, query }) => listDeliveries(db, query)),

  redeliver: serve(webhooks.redeliver, async ({ db, params: { id } }) => {
    await redeliver(db, id)
    return { message: 'The event is on its way again.' }
  }),
}
