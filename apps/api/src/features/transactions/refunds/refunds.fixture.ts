/** Paid sales for tests of refunds: bought at the checkout, charged by the simulator. */
import { randomUUID } from 'node:crypto'
import { checkoutForm, type createBuyer, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

type Owner = Pick<TestPortal, 'owner'>

/** Buys a processing fee for $3,650 and returns its sale. */
export async function buy({ caller }: Pick<Awaited<ReturnType<typeof createBuyer>>, 'caller'>) {
  const invoice = await reserveInvoice(caller)
  const { transaction_id } = (await caller.post('/api/v1/transactions/', checkoutForm(invoice))).json()
  return { id: transaction_id as number, invoice }
}

/** The provider settles all charges, as it does each night. */
export const settleCharges = ({ owner }: Owner) =>
  owner.query(`update gateway_sim.sim_transactions set captured_at = captured_at - interval '2 days' where kind = 'charge'`)

export const refundForm = (values: { kind?: string; amount?: number; note?: string } = {}) => ({
  id: randomUUID(),
  kind: 'refund',
  note: 'Ordered twice',
  ...values,
})

/** What the provider gave back and whether it voided the charge, and what the portal knows. */
export async function moneyOf({ owner }: Owner, { id, invoice }: { id: number; invoice: string }) {
  const { rows } = await owner.query(
    `select
       (select coalesce(sum(s.amount_cents), 0)::int
         from gateway_sim.sim_transactions s
         where s.kind = 'refund' and s.invoice_number like '%-' || $2) as given_back,
       (select bool_or(s.status = 'voided')
         from gateway_sim.sim_transactions s
         where s.kind = 'charge' and s.invoice_number like '%-' || $2) as voided,
       (select t.refunded_cents::int from transactions t where t.id = $1) as refunded,
       (select t.voided from transactions t where t.id = $1) as marked_void,
       array(select r.status from refunds r where r.transaction_id = $1 order by r.created_at, r.ref_id) as states`,
    [id, invoice],
  )
  return rows[0]
}

/** Ends all leases, or those of one sale, and makes all look-ups due, as if time had passed. */
export async function makeRefundsDue({ owner }: Owner, saleId?: number): Promise<void> {
  const chosen = '($1::bigint is null or transaction_id = $1)'
  await owner.query(
    `update refunds set next_check_at = now() - interval '1 second' where next_check_at is not null and ${chosen}`,
    [saleId],
  )
  await owner.query(`update refunds set lease_until = now() - interval '1 second' where ${chosen}`, [saleId])
  await owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`)
}
