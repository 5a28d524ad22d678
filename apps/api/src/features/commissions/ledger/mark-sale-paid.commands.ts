/** The mark 'Commission paid' of one sale, as an admin sets it in the edit dialog. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { notifyPaid } from '#api/features/commissions/payouts/pay-statements.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { lockSale } from './settle-commissions.commands.ts'

const UNPAID_OF_SALE = `
  select e.id, e.user_id, e.cents
  from commission_entries e
  left join commission_paid_entries p on p.domain_id = e.domain_id and p.entry_id = e.id
  where e.domain_id = $1
    and e.transaction_id = $2
    and p.entry_id is null
  order by e.user_id, e.id`

const PAYOUTS_OF_SALE = `
  select distinct o.id, o.statement_id
  from commission_entries e
  join commission_paid_entries p on p.domain_id = e.domain_id and p.entry_id = e.id
  join commission_payouts o on o.domain_id = p.domain_id and o.id = p.payout_id
  where e.domain_id = $1
    and e.transaction_id = $2
  order by o.id`

const PAID_WITH_STATEMENT = 'This commission was paid with a statement, so it stays paid.'
const OWED_BACK =
  'A person owes commission of this sale back. It is settled with the next statement, so it cannot be marked here.'

const sumOf = (entries: { cents: number }[]) => entries.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Pays all unpaid entries of the sale, or takes such a payment back. A sale without entries only gets the mark. The caller has
 * settled the sale (settleCommissions).
 */
export async function markCommissionPaid(db: Db, transactionId: number, paid: boolean): Promise<void> {
  await lockSale(db, transactionId)
  if (paid) await paySale(db, transactionId)
  else await unpaySale(db, transactionId)
  await db.updateRows('transactions', { id: transactionId, commission_paid: !paid }, { commission_paid: paid })
}

async function paySale(db: Db, transactionId: number): Promise<void> {
  const unpaid = await db.rows<{ id: number; user_id: number; cents: number }>(UNPAID_OF_SALE, [db.domainId, transactionId])
  if (unpaid.length === 0) return
  const people = Map.groupBy(unpaid, ({ user_id }) => user_id)
  // Such a payout would say that the debt was paid, and the next statement would no longer take it back.
  if ([...people.values()].some((entries) => sumOf(entries) < 0)) failField('commission_paid', OWED_BACK)
  const run_id = randomUUID()
  const paid_on = await findToday(db)
  for (const [userId, entries] of people) {
    const { id } = await db.insertWithId('commission_payouts', {
      ...{ run_id, user_id: userId, transaction_id: transactionId, paid_on },
      ...{ method: 'Marked on the sale', reference: '', created_by: db.auditActor.actor?.id ?? null },
      cents: sumOf(entries),
      lines: entries.length,
    })
    const paid = entries.map((entry) => ({ entry_id: entry.id, payout_id: id }))
    await db.insertRows('commission_paid_entries', paid)
  }
  audit(db, { type: 'commission.paid', subject: transactionId, after: { run: run_id, entries: unpaid.length } })
  await notifyPaid(db, [...people.keys()])
}

async function unpaySale(db: Db, transactionId: number): Promise<void> {
  const payouts = await db.rows<{ id: number; statement_id: number | null }>(PAYOUTS_OF_SALE, [db.domainId, transactionId])
  if (payouts.some(({ statement_id }) => statement_id !== null)) failField('commission_paid', PAID_WITH_STATEMENT)
  if (payouts.length === 0) return
  const ids = payouts.map(({ id }) => id)
  await db.updateRows('commission_payouts', { id: ids }, { cancelled_at: sql`now()` })
  await db.deleteRows('commission_paid_entries', { payout_id: ids })
  audit(db, { type: 'commission.unpaid', subject: transactionId, before: { payouts: ids } })
}
