/** Announces events to the webhooks of the domain, in the transaction of the caller: only what is committed is sent. */
import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@vialdesk/contract/business/webhooks'
import type { Db } from '#api/db/db.ts'
import { originOfJobs } from '#api/db/origin.ts'

/** Ids, and what is no health data. Receivers read the rest with an access token. */
export type EventData = Record<string, number | string>

const SQL = `
  with queued as (
    insert into webhook_deliveries (domain_id, endpoint_id, event_id, event, data)
    select w.domain_id, w.id, e.event_id, $2, e.data
    from webhook_endpoints w
    cross join jsonb_to_recordset($3) e (event_id uuid, data jsonb)
    where w.domain_id = $1
      and w.active
      and $2 = any(w.events)
    returning id, endpoint_id)
  select enqueue_webhook_delivery(id, endpoint_id)
  from set_config('app.request_id', $4, true) request, set_config('app.traceparent', $5, true) trace, queued`

export async function announce(db: Db, event: WebhookEvent, ...data: EventData[]): Promise<void> {
  const events = data.map((each) => ({ event_id: randomUUID(), data: each }))
  if (events.length > 0) await db.rows(SQL, [db.domainId, event, JSON.stringify(events), ...originOfJobs()])
}
