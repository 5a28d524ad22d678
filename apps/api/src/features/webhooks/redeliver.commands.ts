/** Queues deliveries that an admin asks for. */
import { randomUUID } from 'node:crypto'
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { lockEndpoint } from './deliveries.queries.ts'

/** The admin may have mended the receiver, so the next attempt is made at once. Refused while the webhook is off. */
async function endSilence(db: Db, endpointId: number): Promise<void> {
  const { active } = await lockEndpoint(db, endpointId)
  if (!active) fail('conflict', { message: 'Switch the webhook on first.' })
  await db.rows('update webhook_endpoints set silent_until = null where domain_id = $1 and id = $2', [db.domainId, endpointId])
}

/** Without an event of the business, so it says only that the webhook works. */
export async function sendTest(db: Db, endpointId: number): Promise<void> {
  await endSilence(db, endpointId)
  await db.rows(
    `with queued as (
      insert into webhook_deliveries (domain_id, endpoint_id, event_id, event, data)
      values ($1, $2, $3, 'webhook.test', '{}')
      returning id, endpoint_id)
    select enqueue_webhook_delivery(id, endpoint_id)
    from queued`,
    [db.domainId, endpointId, randomUUID()],
  )
  audit(db, { type: 'webhook.tested', subject: endpointId })
}

/** Delivers the same event again, with all its attempts. A delivery that waits for its next attempt is due at once. */
export async function redeliver(db: Db, id: number): Promise<void> {
  const [found] = await db.rows<{ endpoint_id: number }>(
    'select endpoint_id from webhook_deliveries where domain_id = $1 and id = $2',
    [db.domainId, id],
  )
  if (!found) fail('not_found')
  await endSilence(db, found.endpoint_id)
  const changed = await db.rows(
    `update webhook_deliveries
     set state = 'waiting', tries = 0, problem = '', status = null
     where domain_id = $1 and id = $2
     returning enqueue_webhook_delivery(id, endpoint_id)`,
    [db.domainId, id],
  )
  // The nightly sweep may have deleted it meanwhile.
  if (changed.length === 0) fail('not_found')
  audit(db, { type: 'webhook.redelivered', subject: found.endpoint_id, after: { delivery: id } })
}
