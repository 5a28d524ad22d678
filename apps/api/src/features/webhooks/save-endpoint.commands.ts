/** Adds, changes and removes webhooks. A secret is answered once, when it is made. */
import { isIP } from 'node:net'
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookEndpointEdit } from '@vialdesk/contract/business/webhooks'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { isLoopback } from '#api/platform/kernel/local-access.ts'
import { isPublicIp } from '#api/platform/kernel/public-ip.ts'
import { lockEndpoint } from './deliveries.queries.ts'
import { newWebhookSecret } from './signature.pure.ts'

type EndpointWithSecret = WebhookEndpoint & { secret: string }

const MAX_ENDPOINTS = 20

/** Refuses what can never be sent. Names are resolved and checked again for every delivery. */
function validateUrl(url: string): void {
  const { hostname, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (username || password) failField('url', 'Leave out the user name and the password.')
  if (isLoopback(host) || (isIP(host) && !isPublicIp(host))) failField('url', 'Enter the URL of a public server.')
}

/** The path may carry a secret of the receiver, so only the host is audited. */
const auditable = ({ url, events, active }: Pick<WebhookEndpoint, 'url' | 'events' | 'active'>) => ({
  host: new URL(url).host,
  events,
  active,
})

async function makeSecret(db: Db, secretKey: string, id: number): Promise<{ secret: string; sealed: Buffer }> {
  const secret = newWebhookSecret()
  return { secret, sealed: columnCipher('webhook_endpoints', secretKey).encrypt(secret, db.domainId, id) }
}

export async function addEndpoint(db: Db, secretKey: string, { url, events }: NewWebhookEndpoint): Promise<EndpointWithSecret> {
  validateUrl(url)
  const present = await db.rows('select 1 from webhook_endpoints where domain_id = $1 limit $2', [db.domainId, MAX_ENDPOINTS])
  if (present.length === MAX_ENDPOINTS) fail('conflict', { message: `There can be up to ${MAX_ENDPOINTS} webhooks.` })
  // The secret is bound to the id, which the insert gives out.
  const added = { url, events: [...new Set(events)], secret: Buffer.alloc(0) }
  const { id } = await db.insertWithId('webhook_endpoints', added)
  const { secret, sealed } = await makeSecret(db, secretKey, id)
  await db.updateRows('webhook_endpoints', { id }, { secret: sealed })
  const endpoint = await lockEndpoint(db, id)
  audit(db, { type: 'webhook.added', subject: id, after: auditable(endpoint) })
  return { ...endpoint, secret }
}

export async function editEndpoint(
  db: Db,
  id: number,
  { url, events, active }: z.output<typeof WebhookEndpointEdit>,
): Promise<WebhookEndpoint> {
  const before = await lockEndpoint(db, id)
  if (url !== undefined) validateUrl(url)
  const after = { url: url ?? before.url, events: events ? [...new Set(events)] : before.events, active: active ?? before.active }
  const changes = changesBetween({ ...auditable(before), url: before.url }, { ...auditable(after), url: after.url })
  if (!changes) return before
  await db.updateRows('webhook_endpoints', { id }, { ...after, unanswered: 0, silent_until: null })
  audit(db, { type: 'webhook.changed', subject: id, before: auditable(before), after: auditable(after) })
  return lockEndpoint(db, id)
}

/** Its deliveries are removed, too. */
export async function removeEndpoint(db: Db, id: number): Promise<void> {
  const before = await lockEndpoint(db, id)
  await db.deleteRows('webhook_endpoints', { id })
  audit(db, { type: 'webhook.removed', subject: id, before: auditable(before) })
}

/** Makes a new secret. For a day, deliveries are signed with the previous one too, so that the receiver has time to change it. */
export async function rotateSecret(db: Db, secretKey: string, id: number): Promise<EndpointWithSecret> {
  await lockEndpoint(db, id)
  const { secret, sealed } = await makeSecret(db, secretKey, id)
  const previous = { previous_secret: sql<Buffer>`secret`, previous_secret_until: sql<string>`now() + interval '24 hours'` }
  await db.updateRows('webhook_endpoints', { id }, { ...previous, secret: sealed })
  audit(db, { type: 'webhook.secret_rotated', subject: id })
  return { ...(await lockEndpoint(db, id)), secret }
}
