/** A portal whose webhooks go to a receiver on this machine. */
import { webhookEvents } from '@vialdesk/contract/business/webhooks'
import { Webhook } from 'standardwebhooks'
import { httpsWebhooks } from '#api/adapters/webhooks/https.ts'
import { type ReceivedRequest, startReceiver } from '#api/adapters/webhooks/receiver.fixture.ts'
import type { WebhookSender } from '#api/platform/ports/webhooks.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient } from '#api/testing/test-portal.ts'

export const ENDPOINTS = '/api/v1/webhook-endpoints/'
export const DELIVERIES = '/api/v1/webhook-deliveries/'

/** `change` replaces the sender, for example by one that dies. */
export async function startWebhooksPortal(change: (real: WebhookSender) => WebhookSender = (real) => real) {
  const receiver = await startReceiver()
  const portal = await startTestPortal({ webhooks: change(httpsWebhooks(receiver.options)) })
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const areDue = `select 1 from graphile_worker.jobs where task_identifier = 'webhooks.deliver' and run_at <= now()
    and locked_by is null and attempts = 0`
  /** Runs all due jobs. A domain's deliveries run one after another, so a run may end while the next one is still blocked. */
  const runJobs = async () => {
    do await portal.runJobs()
    while ((await portal.owner.query(areDue)).rowCount)
  }
  const close = async () => {
    await portal.close()
    receiver.close()
  }
  return { portal, receiver, admin, runJobs, close }
}

export type WebhooksPortal = Awaited<ReturnType<typeof startWebhooksPortal>>

export async function addEndpoint(admin: TestClient, url: string, events: readonly string[] = webhookEvents) {
  const answer = await admin.post(ENDPOINTS, { url, events })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json() as { id: number; secret: string }
}

/** What the library of Standard Webhooks reads with the secret. Throws unless it is signed with it. */
export const openMessage = (secret: string, { body, headers }: ReceivedRequest): Record<string, unknown> =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
