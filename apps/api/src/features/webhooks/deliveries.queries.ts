/** The deliveries of webhooks, newest first. The indexes of their filters are in 189-webhooks.sql. */
import type { DeliveryFilter, WebhookDelivery, WebhookEndpoint } from '@vialdesk/contract/business/webhooks'
import type { z } from 'zod'
import { type CursorPage, cursorPageOfRows, idsOfCursorPage } from '#api/db/cursor-pages.ts'
import type { Db } from '#api/db/db.ts'
import { bindValues } from '#api/db/paging.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export async function listDeliveries(
  db: Db,
  { endpoint_id, state, ...cursor }: z.output<typeof DeliveryFilter>,
): Promise<CursorPage<WebhookDelivery>> {
  const { parameters, bind } = bindValues([db.domainId])
  const conditions = [
    ...(endpoint_id ? [`endpoint_id = ${bind(endpoint_id)}`] : []),
    ...(state ? [`state = ${bind(state)}`] : []),
  ]
  const text = `
    with page as materialized (${idsOfCursorPage('webhook_deliveries', [conditions], cursor, bind)})
    select d.id, d.endpoint_id, w.url, d.event, d.state, d.attempts, d.status, d.problem, d.created_at, d.attempted_at
    from page
    join webhook_deliveries d on d.domain_id = $1 and d.id = page.id
    join webhook_endpoints w on w.domain_id = d.domain_id and w.id = d.endpoint_id
    order by d.id desc`
  return cursorPageOfRows(await db.rows<WebhookDelivery>(text, parameters), cursor)
}

const SELECT = `
  select id, url, events, active, created_at,
    case when previous_secret_until > now() then previous_secret_until end as previous_secret_until
  from webhook_endpoints
  where domain_id = $1`

export const listEndpoints = (db: Db): Promise<WebhookEndpoint[]> =>
  db.rows<WebhookEndpoint>(`${SELECT} order by id`, [db.domainId])

/** Locks the endpoint until the transaction ends. */
export async function lockEndpoint(db: Db, id: number): Promise<WebhookEndpoint> {
  const [row] = await db.rows<WebhookEndpoint>(`${SELECT} and id = $2 for no key update`, [db.domainId, id])
  return row ?? fail('not_found')
}
