import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { listDeliveries } from './deliveries.queries.ts'
import { listEndpoints } from './endpoints.queries.ts'
import { redeliver, sendTest } from './redeliver.commands.ts'
import { addEndpoint, editEndpoint, removeEndpoint, rotateSecret } from './save-endpoint.commands.ts'

const { webhooks } = contract

export const webhooksRouter = {
  list: serve(webhooks.list, ({ db }) => listEndpoints(db)),

  add: serve(webhooks.add, ({ db, auditActor, secretKey, body }) => addEndpoint(db, auditActor, secretKey, body)),

  edit: serve(webhooks.edit, ({ db, auditActor, params: { id }, body }) => editEndpoint(db, auditActor, id, body)),

  remove: serve(webhooks.remove, async ({ db, auditActor, params: { id } }) => {
    await removeEndpoint(db, auditActor, id)
    return undefined
  }),

  rotateSecret: serve(webhooks.rotateSecret, ({ db, auditActor, secretKey, params: { id } }) =>
    rotateSecret(db, auditActor, secretKey, id),
  ),

  test: serve(webhooks.test, async ({ db, auditActor, params: { id } }) => {
    await sendTest(db, auditActor, id)
    return { message: 'A test event is on its way.' }
  }),

  deliveries: serve(webhooks.deliveries, ({ db, query }) => listDeliveries(db, query)),

  redeliver: serve(webhooks.redeliver, async ({ db, auditActor, params: { id } }) => {
    await redeliver(db, auditActor, id)
    return { message: 'The event is on its way again.' }
  }),
}
