/**
 * Sends one event to one endpoint. An attempt is counted before it is made. If the process dies after the receiver has answered, the
 * event is sent a second time with the same id, by which the receiver recognises it.
 */
import type { WebhookAnswer } from '#api/adapters/webhooks/port.ts'
import type { Db } from '#api/db/db.ts'
import type { JobContext } from '#api/platform/jobs/jobs.ts'
import { endpointCipher, secretPlace } from './endpoints.queries.ts'
import { signatureHeaders } from './signature.pure.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Waits after each failed attempt, in seconds: a day and a half in all. */
export const RETRY_AFTER_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 20 * HOUR]

interface Claim {
  id: number
  endpoint_id: number
  event_id: string
  event: string
  data: Record<string, number | string>
  created_at: string
  attempts: number
  tries: number
  url: string
  active: boolean
  secret: Buffer
  /** Null when it signs no longer. */
  previous_secret: Buffer | null
}

const CLAIM = `
  update webhook_deliveries d
  set attempts = d.attempts + 1, tries = d.tries + 1, attempted_at = now()
  from webhook_endpoints w
  where d.domain_id = $1
    and d.id = $2
    and d.state = 'waiting'
    and w.domain_id = d.domain_id
    and w.id = d.endpoint_id
  returning
    d.id, d.endpoint_id, d.event_id, d.event, d.data, d.created_at, d.attempts, d.tries, w.url, w.active, w.secret,
    case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`

/** Undefined if the delivery is done or removed. */
async function claimDelivery(db: Db, id: number): Promise<Claim | undefined> {
  const [claim] = await db.rows<Claim>(CLAIM, [db.domainId, id])
  return claim
}

function secretsOf({ secret, previous_secret, endpoint_id }: Claim, secretKey: string, domainId: number): string[] {
  const cipher = endpointCipher(secretKey)
  const place = secretPlace(domainId, endpoint_id)
  return [secret, previous_secret]
    .map((sealed) => (sealed ? cipher.decrypt(sealed, place) : undefined))
    .filter((opened) => opened !== undefined)
}

async function post({ domain, ports }: JobContext, claim: Claim): Promise<WebhookAnswer> {
  const { event_id: id, event, data, created_at, url, active } = claim
  if (!active) return { problem: 'The webhook is switched off.' }
  const secrets = secretsOf(claim, ports.secretKey, domain.id)
  if (secrets.length === 0) return { problem: 'The secret of the webhook cannot be read. Make a new one.' }
  const body = JSON.stringify({ id, type: event, timestamp: created_at, domain: domain.identifier, data })
  const message = { id, timestamp: Math.floor(Date.now() / 1000), body }
  const headers = { 'content-type': 'application/json', 'user-agent': 'Vialdesk-Webhooks', ...signatureHeaders(message, secrets) }
  return ports.webhooks.post({ url, headers, body })
}

const problemOf = (answer: WebhookAnswer): string => {
  if ('problem' in answer) return answer.problem
  const { status } = answer
  if (status >= 200 && status < 300) return ''
  return status >= 300 && status < 400
    ? `The server answered with a redirect (${status}), which is not followed.`
    : `The server answered with status ${status}.`
}

/** Writes the result of an attempt and queues the next one, unless a later attempt has begun or the event is to be delivered again. */
async function applyAnswer(db: Db, { id, attempts, tries, active }: Claim, answer: WebhookAnswer): Promise<void> {
  const problem = problemOf(answer)
  const retryAfter = problem === '' || !active ? undefined : RETRY_AFTER_SECONDS[tries - 1]
  const failed = retryAfter === undefined ? 'failed' : 'waiting'
  const written = await db.rows(
    `update webhook_deliveries
     set state = $4, status = $5, problem = $6
     where domain_id = $1 and id = $2 and attempts = $3 and tries = $7 and state = 'waiting'
     returning id`,
    [db.domainId, id, attempts, problem === '' ? 'delivered' : failed, 'status' in answer ? answer.status : null, problem, tries],
  )
  if (written.length > 0 && retryAfter !== undefined)
    await db.rows('select enqueue_webhook_delivery($1, now() + make_interval(secs => $2))', [id, retryAfter])
}

export async function deliver(context: JobContext, deliveryId: number): Promise<void> {
  const claim = await context.transact((db) => claimDelivery(db, deliveryId))
  if (!claim) return
  const answer = await post(context, claim)
  await context.transact((db) => applyAnswer(db, claim, answer))
}
