/** Reads and writes the simulator's transactions. Every function runs inside a database transaction of the simulator. */

import type { Db } from '#api/db/db.ts'
import type { GatewayTransaction, TransactionStatus } from '#api/platform/ports/payments.ts'

export interface SimulatedTransaction {
  id: string
  kind: 'charge' | 'refund'
  ref_id: string
  charge_id: string | null
  invoice_number: string
  amount_cents: string
  refunded_cents: string
  status: 'captured' | 'held' | 'declined' | 'voided'
  reason: string
  auth_code: string | null
  avs: string | null
  cvv: string | null
  brand: string
  last4: string
  expiry: string
  customer_id: string | null
  submitted_at: string
  captured_at: string | null
}

/** 64-bit numbers are selected as text, independent of the pool's type parsers. */
const selected = `
  select t.id::text, t.kind, t.ref_id, t.charge_id::text, t.invoice_number, t.amount_cents::text, t.status, t.reason, t.auth_code, t.avs,
    t.cvv, t.brand, t.last4, t.expiry, t.customer_id::text, t.submitted_at, t.captured_at,
    (select coalesce(sum(r.amount_cents), 0)::text from gateway_sim.sim_transactions r
      where r.domain_id = t.domain_id and r.charge_id = t.id and r.status = 'captured') as refunded_cents
  from gateway_sim.sim_transactions t
  where t.domain_id = $1`

export const findTransactions = (db: Db, condition: string, values: readonly unknown[]) =>
  db.rows<SimulatedTransaction>(`${selected} and ${condition}`, [db.domainId, ...values])

/** Ids come from callers. A malformed id is treated as not found. */
export const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text)

export const findTransaction = async (db: Db, transId: string) =>
  isId(transId) ? (await findTransactions(db, 't.id = $2', [transId]))[0] : undefined

/** Locks one row until the transaction ends, then reads it. */
export const lockTransaction = async (db: Db, transId: string) => {
  if (!isId(transId)) return undefined
  // Two statements: one statement would not see refunds that were committed while it waited for the lock.
  await db.rows('select 1 from gateway_sim.sim_transactions where domain_id = $1 and id = $2 for update', [db.domainId, transId])
  return findTransaction(db, transId)
}

export type NewTransaction = Omit<
  SimulatedTransaction,
  'id' | 'amount_cents' | 'refunded_cents' | 'submitted_at' | 'captured_at'
> & {
  amount_cents: number
  submitted_at: Date
}

/** Inserts a transaction and returns its id, or undefined when the refId is taken. */
export const insertTransaction = async (db: Db, { submitted_at, ...given }: NewTransaction) => {
  const at = submitted_at.toISOString()
  const row = { domain_id: db.domainId, ...given, submitted_at: at, captured_at: given.status === 'captured' ? at : null }
  const columns = Object.keys(row)
  const rows = await db.rows<{ id: string }>(
    `insert into gateway_sim.sim_transactions (${columns.join(', ')})
     values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
     on conflict (domain_id, ref_id) do nothing
     returning id::text`,
    Object.values(row),
  )
  return rows[0]?.id
}

export const setStatus = (db: Db, id: string, status: SimulatedTransaction['status'], capturedAt: Date | null) =>
  db.rows(
    'update gateway_sim.sim_transactions set status = $3, captured_at = coalesce($4, captured_at) where domain_id = $1 and id = $2',
    [db.domainId, id, status, capturedAt?.toISOString() ?? null],
  )

/** A captured transaction is settled after `settleAfterMs`. */
export const statusOf = (t: SimulatedTransaction, now: Date, settleAfterMs: number): TransactionStatus => {
  if (t.status !== 'captured') return t.status
  return t.captured_at !== null && new Date(t.captured_at).getTime() + settleAfterMs <= now.getTime() ? 'settled' : 'unsettled'
}

export const toGatewayTransaction = (t: SimulatedTransaction, status: TransactionStatus): GatewayTransaction => ({
  transId: t.id,
  kind: t.kind,
  status,
  refId: t.ref_id,
  invoiceNumber: t.invoice_number,
  amountCents: Number(t.amount_cents),
  refundedCents: Number(t.refunded_cents),
  code: t.reason,
  ...(t.auth_code !== null && { authCode: t.auth_code }),
  ...(t.avs !== null && { avs: t.avs }),
  ...(t.cvv !== null && { cvv: t.cvv }),
  brand: t.brand,
  last4: t.last4,
  ...(t.customer_id !== null && { customerId: t.customer_id }),
  submittedAt: new Date(t.submitted_at),
})
