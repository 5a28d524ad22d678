/** Reversals of a charge: a void while it is unsettled or held, a refund after it settled. `review` decides a held charge. */
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { ChargeOutcome, RefundOrder, VoidOrder } from '#api/platform/ports/payments.ts'
import { isAmount, isReference } from '../order-rules.ts'
import { reasonOf, rejected } from './reasons.ts'
import {
  findTransactions,
  insertTransaction,
  lockTransaction,
  type SimulatedTransaction,
  setStatus,
  statusOf,
} from './simulated-transactions.ts'
import { duplicateOf, type Simulator, unknown } from './simulator.ts'

const approved = (t: SimulatedTransaction, transId: string): ChargeOutcome => ({
  kind: 'approved',
  transId,
  brand: t.brand,
  last4: t.last4,
  ...reasonOf('1'),
  raw: { responseCode: '1', reasonCode: '1', transId, refTransId: t.id, accountNumber: `XXXX${t.last4}`, accountType: t.brand },
})

const voidLocked = async (sim: Simulator, db: Db, order: VoidOrder): Promise<ChargeOutcome> => {
  const found = await lockTransaction(db, order.transId)
  if (!found) return rejected('16')
  if (found.status === 'voided') return rejected('310')
  const status = statusOf(found, sim.now(), sim.settleAfterMs)
  if (status !== 'unsettled' && status !== 'held') return rejected('16')
  await setStatus(db, found.id, 'voided', null)
  return approved(found, found.id)
}

/** Voids a transaction that is unsettled or held; a repeated void is rejected. Never throws. */
export const voidTransaction = async (sim: Simulator, order: VoidOrder): Promise<ChargeOutcome> => {
  try {
    if (!isReference(order.refId)) return rejected('E00015')
    return await inDomain(sim.pool, order.domainId, (db) => voidLocked(sim, db, order))
  } catch (cause) {
    return unknown('network', cause)
  }
}

/** Whether the charge is settled, not too old, and was made with this card. */
const isRefundable = (sim: Simulator, t: SimulatedTransaction, last4: string) =>
  t.kind === 'charge' &&
  statusOf(t, sim.now(), sim.settleAfterMs) === 'settled' &&
  t.last4 === last4 &&
  new Date(t.submitted_at).getTime() + sim.refundWindowMs > sim.now().getTime()

const refundLocked = async (sim: Simulator, db: Db, order: RefundOrder): Promise<ChargeOutcome> => {
  const charge = await lockTransaction(db, order.transId)
  if (!charge) return rejected('16')
  const findByRefId = async () => (await findTransactions(db, 't.ref_id = $2', [order.refId]))[0]
  const earlier = await findByRefId()
  if (earlier) return duplicateOf(earlier.id)
  if (!isRefundable(sim, charge, order.last4)) return rejected('54')
  if (Number(charge.refunded_cents) + order.amountCents > Number(charge.amount_cents)) return rejected('55')
  const id = await insertTransaction(db, {
    kind: 'refund',
    ref_id: order.refId,
    charge_id: charge.id,
    invoice_number: charge.invoice_number,
    amount_cents: order.amountCents,
    status: 'captured',
    reason: '1',
    auth_code: null,
    avs: null,
    cvv: null,
    brand: charge.brand,
    last4: charge.last4,
    expiry: charge.expiry,
    customer_id: charge.customer_id,
    submitted_at: sim.now(),
  })
  if (id !== undefined) return approved(charge, id)
  const taken = await findByRefId()
  if (!taken) throw new Error('The refId of the refund is taken, but its transaction cannot be read')
  return duplicateOf(taken.id)
}

/** Refunds once per refId. The sum of all refunds never exceeds the charge. Never throws. */
export const refund = async (sim: Simulator, order: RefundOrder): Promise<ChargeOutcome> => {
  try {
    if (!isAmount(order.amountCents)) return rejected('5')
    if (!isReference(order.refId)) return rejected('E00015')
    return await inDomain(sim.pool, order.domainId, (db) => refundLocked(sim, db, order))
  } catch (cause) {
    return unknown('network', cause)
  }
}

/** Approves or declines a held charge, as a person at the gateway does. Returns false when the charge is not held. */
export const review = (sim: Simulator, domainId: number, transId: string, verdict: 'approve' | 'decline') =>
  inDomain(sim.pool, domainId, async (db) => {
    const found = await lockTransaction(db, transId)
    if (found?.status !== 'held') return false
    await (verdict === 'approve' ? setStatus(db, found.id, 'captured', sim.now()) : setStatus(db, found.id, 'declined', null))
    return true
  })
