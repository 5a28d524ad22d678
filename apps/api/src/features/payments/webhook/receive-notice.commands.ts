/** A notice of a gateway only says that something has happened to a transaction: a job asks the gateway what. */
import type { GatewayNotice } from '#api/adapters/payments/port.ts'
import type { Db } from '#api/db/db.ts'

export const NOTICE_JOB = 'payments.apply_notice'
/** For more than a day. A transaction that the gateway does not know is not looked for any longer. */
const ATTEMPTS = 8

/** Does nothing for a notice that was received before. */
export async function receiveNotice(db: Db, { id, event, transId, refId }: GatewayNotice): Promise<void> {
  const fresh = await db.rows(
    `insert into payment_webhook_events (domain_id, gateway, event_id, event, gateway_trans_id, ref_id)
     values ($1, 'authorizenet', $2, $3, $4, $5)
     on conflict do nothing
     returning 1`,
    [db.domainId, id, event, transId ?? null, refId ?? null],
  )
  if (fresh.length === 0 || transId === undefined) return
  await db.enqueue(NOTICE_JOB, { event_id: id }, { key: `${NOTICE_JOB}:${db.domainId}:${id}`, attempts: ATTEMPTS })
}
