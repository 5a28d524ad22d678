import type { WebhookEndpoint } from '@vialdesk/contract/webhooks'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/kernel/fail.ts'

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
