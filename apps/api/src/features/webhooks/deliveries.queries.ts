import type { DeliveryFilter, WebhookDelivery } from '@vialdesk/contract/webhooks'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { bindValues, type Page, pageOfMatches, readPage } from '#api/db/paging.ts'

const ROWS = `
  select d.id, d.endpoint_id, w.url, d.event, d.state, d.attempts, d.status, d.problem, d.created_at, d.attempted_at
  from webhook_deliveries d
  join webhook_endpoints w on w.domain_id = d.domain_id and w.id = d.endpoint_id
  where d.domain_id = $1
    and d.id = any(page.ids)`

export function listDeliveries(
  db: Db,
  { endpoint_id, state, ...paging }: z.output<typeof DeliveryFilter>,
): Promise<Page<WebhookDelivery>> {
  const { parameters, bind } = bindValues([db.domainId])
  const isOfEndpoint = endpoint_id === undefined ? '' : `and d.endpoint_id = ${bind(endpoint_id)}`
  const hasState = state === undefined ? '' : `and d.state = ${bind(state)}`
  const sql = `select d.id from webhook_deliveries d where d.domain_id = $1 ${isOfEndpoint} ${hasState}`
  return readPage<WebhookDelivery>(db, pageOfMatches({ sql, parameters }, paging), ROWS)
}
