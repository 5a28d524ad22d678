/** Looks up the payment or the refund of a notice again. The look-ups themselves apply the result, so repeats do not matter. */
import type { GatewayName } from '@vialdesk/contract/money/payments'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { enqueueLookUp } from '#api/features/payments/look-ups.commands.ts'
import {
  type GatewayNotice,
  type GatewayTransaction,
  GatewayUnavailable,
  type PaymentGateways,
} from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { addWebhooks, type WebhookServices } from '#api/platform/providers/webhooks.ts'

export const Notice = z.object({ gateway: z.string().optional(), event_id: z.string() })
type Notice = z.output<typeof Notice>

interface ApplyContext {
  domain: { id: number }
  ports: Pick<Ports, 'payments'>
  transact: RunInTransaction
}

/**
 * Makes the look-up of this payment due now. A payment that is being sent is left out: it is looked up when its request has ended. Payments
 * that wait for an admin or were closed as not paid are included, because a charge that appears later must be seen.
 */
async function lookUpPayment(db: Db, gateway: GatewayName, { transId, refId }: GatewayTransaction): Promise<void> {
  const found = await db.rows<{ id: string }>(
    `update checkout_attempts
     set next_check_at = now()
     where domain_id = $1 and gateway = $4 and status in ('unknown', 'held', 'review', 'declined', 'rejected', 'abandoned')
       and (gateway_trans_id = $2 or (gateway_trans_id is null and ref_id = $3))
     returning id`,
    [db.domainId, transId, refId, gateway],
  )
  for (const { id } of found) await enqueueLookUp(db, 'payment', id, new Date())
}

/** Refunds by their own transaction; voids by the charge. */
async function lookUpRefunds(db: Db, gateway: GatewayName, { transId, refId, kind }: GatewayTransaction): Promise<void> {
  const found = await db.rows<{ id: string }>(
    `update refunds r
     set next_check_at = now()
     from transactions t
     join checkout_attempts a on a.domain_id = t.domain_id and a.id = t.attempt_id
     where r.domain_id = $1 and r.status in ('unknown', 'review') and a.gateway = $5
       and t.domain_id = r.domain_id and t.id = r.transaction_id
       and case when $4 then r.kind = 'refund' and r.ref_id = $3 else r.kind = 'void' and a.gateway_trans_id = $2 end
     returning r.id`,
    [db.domainId, transId, refId, kind === 'refund', gateway],
  )
  for (const { id } of found) await enqueueLookUp(db, 'refund', id, new Date())
}

/** Fails while the gateway does not answer or does not know the transaction yet, so that the job is repeated. */
export async function applyNotice({ domain, ports, transact }: ApplyContext, { gateway: from, event_id }: Notice): Promise<void> {
  const [notice] = await transact((db) =>
    db.rows<{ gateway: GatewayName; gateway_trans_id: string }>(
      `select gateway, gateway_trans_id
       from payment_webhook_events
       where domain_id = $1 and gateway = coalesce($3, gateway) and event_id = $2 and applied_at is null`,
      [db.domainId, event_id, from ?? null],
    ),
  )
  if (!notice) return
  const { gateway, gateway_trans_id: transId } = notice
  const transaction = await ports.payments[gateway].get({ domainId: domain.id, transId })
  if (!transaction) throw new GatewayUnavailable('The gateway does not know the transaction of a notice.')
  await transact(async (db) => {
    await lookUpPayment(db, gateway, transaction)
    await lookUpRefunds(db, gateway, transaction)
    await db.rows(
      `update payment_webhook_events set applied_at = now()
       where domain_id = $1 and gateway = $3 and event_id = $2`,
      [db.domainId, event_id, gateway],
    )
  })
}

export const NOTICE_JOB = 'payments.apply_notice'
/** For more than a day. A transaction that the gateway does not know is not looked for any longer. */
const ATTEMPTS = 8

/**
 * A notice of a gateway only says that something has happened to a transaction: a job asks the gateway what. Does nothing for a notice that
 * was received before.
 */
async function receiveNotice(db: Db, gateway: string, { id, event, transId, refId }: GatewayNotice): Promise<void> {
  const notice = { gateway, event_id: id, event, gateway_trans_id: transId ?? null, ref_id: refId ?? null }
  if (!(await db.insertOnce('payment_webhook_events', notice)) || transId === undefined) return
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
