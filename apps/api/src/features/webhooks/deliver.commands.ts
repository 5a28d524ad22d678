/**
 * Sends one event to one endpoint. An attempt is counted before it is made. If the process dies after the receiver has answered, the
 * event is sent a second time with the same id, by which the receiver recognises it.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import type { JobContext } from '#api/platform/jobs/jobs.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { WebhookAnswer } from '#api/platform/ports/webhooks.ts'
import { lockEndpoint } from './deliveries.queries.ts'
import { signatureHeaders } from './signature.pure.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Waits after each failed attempt, in seconds: a day and a half in all. */
const RETRY_AFTER_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 8 * HOUR, 20 * HOUR]
/**
 * Waits after each attempt in a row that got no answer, in seconds. Meanwhile nothing is sent to the endpoint, so that one that
 * does not answer costs little, however many deliveries wait for it. The last one holds for all that follow.
 */
const SILENT_FOR_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE]

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
  unanswered: number
  is_silent: boolean
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
    w.unanswered, coalesce(w.silent_until > now(), false) as is_silent,
    case when w.previous_secret_until > now() then w.previous_secret end as previous_secret`

/** Undefined if the delivery is done or removed. */
async function claimDelivery(db: Db, id: number): Promise<Claim | undefined> {
  const [claim] = await db.rows<Claim>(CLAIM, [db.domainId, id])
  return claim
}

function secretsOf({ secret, previous_secret, endpoint_id }: Claim, secretKey: string, domainId: number): string[] {
  const cipher = columnCipher('webhook_endpoints', secretKey)
  return [secret, previous_secret]
    .map((sealed) => (sealed ? cipher.decrypt(sealed, domainId, endpoint_id) : undefined))
    .filter((opened) => opened !== undefined)
}

/** `isSent` is false if the receiver was not asked. */
type Result = WebhookAnswer & { isSent: boolean }

const notSent = (problem: string): Result => ({ problem, isSent: false })

async function post({ domain, ports }: JobContext, claim: Claim): Promise<Result> {
  const { event_id: id, event, data, created_at, url, active } = claim
  if (!active) return notSent('The webhook is switched off.')
  if (claim.is_silent) return notSent('Not sent, because the server did not answer shortly before.')
  const secrets = secretsOf(claim, ports.secretKey, domain.id)
  if (secrets.length === 0) return notSent('The secret of the webhook cannot be read. Make a new one.')
  const body = JSON.stringify({ id, type: event, timestamp: created_at, domain: domain.identifier, data })
  const message = { id, timestamp: Math.floor(Date.now() / 1000), body }
  const headers = { 'content-type': 'application/json', 'user-agent': 'Vialdesk-Webhooks', ...signatureHeaders(message, secrets) }
  return { ...(await ports.webhooks.post({ url, headers, body })), isSent: true }
}

const problemOf = (answer: WebhookAnswer): string => {
  if ('problem' in answer) return answer.problem
  const { status } = answer
  if (status >= 200 && status < 300) return ''
  return status >= 300 && status < 400
    ? `The server answered with a redirect (${status}), which is not followed.`
    : `The server answered with status ${status}.`
}

/** Notes whether the receiver answers, whatever its answer is. Writes nothing for a receiver that answers as before. */
async function noteSilence(db: Db, { endpoint_id, unanswered }: Claim, answer: Result): Promise<void> {
  const isAnswered = 'status' in answer
  if (!answer.isSent || (isAnswered && unanswered === 0)) return
  const seconds = SILENT_FOR_SECONDS[Math.min(unanswered, SILENT_FOR_SECONDS.length - 1)]
  const silence = isAnswered
    ? { unanswered: 0, silent_until: null }
    : { unanswered: unanswered + 1, silent_until: sql<string>`now() + make_interval(secs => ${seconds})` }
  await db.updateRows('webhook_endpoints', { id: endpoint_id }, silence)
}

/** Not before the silence of the endpoint ends. */
const ENQUEUE_AGAIN = `
  select enqueue_webhook_delivery($2, id, greatest(silent_until, now() + make_interval(secs => $4)))
  from webhook_endpoints
  where domain_id = $1 and id = $3`

/** Writes the result of an attempt and queues the next one, unless a later attempt has begun or the event is to be delivered again. */
async function applyAnswer(db: Db, claim: Claim, answer: Result): Promise<void> {
  const { id, endpoint_id, attempts, tries, active } = claim
  await noteSilence(db, claim, answer)
  const problem = problemOf(answer)
  const retryAfter = problem === '' || !active ? undefined : RETRY_AFTER_SECONDS[tries - 1]
  const failed = retryAfter === undefined ? 'failed' : 'waiting'
  const state = problem === '' ? 'delivered' : failed
  const status = 'status' in answer ? answer.status : null
  const present = { id, attempts, tries, state: 'waiting' }
  const written = await db.changeRows('webhook_deliveries', present, { state, status, problem }, ['id'])
  if (written.length > 0 && retryAfter !== undefined) await db.rows(ENQUEUE_AGAIN, [db.domainId, id, endpoint_id, retryAfter])
}

export async function deliver(context: JobContext, deliveryId: number): Promise<void> {
  const claim = await context.transact((db) => claimDelivery(db, deliveryId))
  if (!claim) return
  const answer = await post(context, claim)
  await context.transact((db) => applyAnswer(db, claim, answer))
}

/** The admin may have mended the receiver, so the next attempt is made at once. Refused while the webhook is off. */
async function endSilence(db: Db, endpointId: number): Promise<void> {
  const { active } = await lockEndpoint(db, endpointId)
  if (!active) fail('conflict', { message: 'Switch the webhook on first.' })
  await db.updateRows('webhook_endpoints', { id: endpointId }, { silent_until: null })
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
  const found = (await db.findRow('webhook_deliveries', ['endpoint_id'], { id })) ?? fail('not_found')
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
