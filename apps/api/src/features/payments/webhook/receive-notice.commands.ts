/** A notice of a gateway only says that something has happened to a transaction: a job asks the gateway what. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/db.ts'
import type { GatewayNotice, PaymentGateways } from '#api/platform/ports/payments.ts'
import { addWebhooks, type WebhookServices } from '#api/platform/providers/webhooks.ts'

export const NOTICE_JOB = 'payments.apply_notice'
/** For more than a day. A transaction that the gateway does not know is not looked for any longer. */
const ATTEMPTS = 8

/** Does nothing for a notice that was received before. */
async function receiveNotice(db: Db, gateway: string, { id, event, transId, refId }: GatewayNotice): Promise<void> {
  const fresh = await db.rows(
    `insert into payment_webhook_events (domain_id, gateway, event_id, event, gateway_trans_id, ref_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing
     returning 1`,
    [db.domainId, gateway, id, event, transId ?? null, refId ?? null],
  )
  if (fresh.length === 0 || transId === undefined) return
  const key = `${NOTICE_JOB}:${db.domainId}:${gateway}:${id}`
  await db.enqueue(NOTICE_JOB, { gateway, event_id: id }, { key, attempts: ATTEMPTS })
}

export const addPaymentWebhooks = (app: FastifyInstance, services: WebhookServices, providers: PaymentGateways): void =>
  addWebhooks(app, services, {
    ...{ providers, maxBytes: 64 * 1024, receive: receiveNotice },
    // An unknown domain is answered like a wrong signature.
    unknownDomain: 'unauthenticated',
    read: async (gateway, domainId, request) => gateway.readNotice?.({ domainId, ...request }),
  })
