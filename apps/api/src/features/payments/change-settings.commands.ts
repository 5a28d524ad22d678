import type { PaymentSettingsEdit } from '@vialdesk/contract/money/payments'
import type { Db } from '#api/db/db.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { paymentSettings } from './payment-settings.queries.ts'

/** Payments and refunds whose result only the present account knows. */
const OPEN_PAYMENTS = `
  select 1
  from checkout_attempts a
  where a.domain_id = $1 and a.gateway = $2 and a.status in ('sending', 'unknown', 'held', 'review')
  union all
  select 1
  from refunds r
  join transactions t on t.domain_id = r.domain_id and t.id = r.transaction_id
  join checkout_attempts a on a.domain_id = t.domain_id and a.id = t.attempt_id
  where r.domain_id = $1 and a.gateway = $2 and r.status in ('sending', 'unknown', 'review')
  limit 1`

async function whyNeeded(db: Db, gateway: string, label: string): Promise<string | undefined> {
  const open = await db.rows(OPEN_PAYMENTS, [db.domainId, gateway])
  return open.length > 0 ? `Payments at ${label} are still being confirmed. Change this when they are done.` : undefined
}

/** The ids of customers and saved cards mean nothing to another account. */
const forgetCustomers = (db: Db, gateway: string) => db.deleteRows('payment_customers', { gateway })

export const changeSettings = (db: Db, { payments, secretKey }: Ports, edit: PaymentSettingsEdit) =>
  paymentSettings.change(db, { secretKey, providers: payments, whyNeeded, onOtherAccount: forgetCustomers }, edit)
