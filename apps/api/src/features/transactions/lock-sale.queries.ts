/** Locks a sale. An edit, a refund and a shipment of the same sale run one after the other. */
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

const columns = [
  'id',
  'attempt_id',
  'invoice_id',
  'version',
  'product_id',
  'quantity',
  'amount_cents',
  'charged_cents',
  'refunded_cents',
  'voided',
  'ships',
  'shipped_quantity',
  'commission_paid',
  'payer_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'patient_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'gateway',
  'gateway_trans_id',
  'card_last4',
  'date',
] as const

export type LockedSale = Awaited<ReturnType<typeof lockSale>>

/** The sale, locked until the transaction ends; not_found if the domain does not have it. */
export async function lockSale(db: Db, id: number) {
  const sale = await db
    .selectFrom('transactions')
    .select(columns)
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return sale ?? fail('not_found')
}

/** All money was given back, or never taken. */
export const isTakenBack = ({ voided, refunded_cents, charged_cents }: LockedSale) =>
  voided || (refunded_cents > 0 && refunded_cents === charged_cents)
