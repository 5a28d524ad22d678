import { inDomain } from '#api/db/transaction.ts'
import type { FindCharges, FindRefund, GatewayTransaction } from '#api/platform/ports/payments.ts'
import {
  findTransaction,
  findTransactions,
  isId,
  type SimulatedTransaction,
  statusOf,
  toGatewayTransaction,
} from './simulated-transactions.ts'
import type { Simulator } from './simulator.ts'

const withStatus = (sim: Simulator, t: SimulatedTransaction) => toGatewayTransaction(t, statusOf(t, sim.now(), sim.settleAfterMs))

export const findCharges = async (sim: Simulator, query: FindCharges): Promise<GatewayTransaction[]> => {
  if (query.customerId !== undefined && !isId(query.customerId)) return []
  const rows = await inDomain(sim.pool, query.domainId, (db) =>
    findTransactions(
      db,
      `t.kind = 'charge' and t.invoice_number = $2 and t.amount_cents = $3 and t.submitted_at >= $4::timestamptz
       and ($5::text is null or t.ref_id = $5) and ($6::bigint is null or t.customer_id = $6)
       order by t.submitted_at, t.id`,
      [query.invoiceNumber, query.amountCents, query.since.toISOString(), query.refId ?? null, query.customerId ?? null],
    ),
  )
  return rows.map((row) => withStatus(sim, row))
}

export const getTransaction = async (sim: Simulator, domainId: number, transId: string) => {
  const row = await inDomain(sim.pool, domainId, (db) => findTransaction(db, transId))
  return row && withStatus(sim, row)
}

export const findRefund = async (sim: Simulator, { domainId, transId, refId }: FindRefund) => {
  if (!isId(transId)) return undefined
  const [row] = await inDomain(sim.pool, domainId, (db) =>
    findTransactions(db, `t.kind = 'refund' and t.ref_id = $2 and t.charge_id = $3`, [refId, transId]),
  )
  return row && withStatus(sim, row)
}
