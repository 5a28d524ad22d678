/** A sale of the demo whose money was given back, and one that was corrected with a note. */
import type { Db } from '#api/db/db.ts'
import type { DemoContext } from '../context.ts'
import type { Accounts } from '../people/accounts.ts'
import type { MadeSale } from './sales.ts'

const HARVEST_KIT = 3
const REFUND_NOTE = 'Two of the kits arrived damaged. The center keeps the rest.'
const CORRECTION_NOTE = 'The center got the price that was agreed by phone.'

const REFUND = `
  with sale as (
    select t.id, t.invoice_id, t.gateway_trans_id::bigint as charge, (t.charged_cents / 2)::bigint as cents
    from transactions t
    where t.domain_id = $1 and t.id = $2),
  asked as (
    insert into gateway_sim.sim_transactions (domain_id, kind, ref_id, charge_id, invoice_number, amount_cents, status, reason,
      brand, last4, expiry, submitted_at, captured_at)
    select $1, 'refund', c.ref_id || '-R1', c.id, c.invoice_number, sale.cents, 'captured', '1', c.brand, c.last4, c.expiry, $4, $4
    from sale
    join gateway_sim.sim_transactions c on c.domain_id = $1 and c.id = sale.charge
    returning id, ref_id),
  given_back as (
    update transactions t
    set refunded_cents = sale.cents
    from sale
    where t.domain_id = $1 and t.id = sale.id)
  insert into refunds (domain_id, id, transaction_id, ref_id, kind, amount_cents, status, note, user_id, gateway_trans_id,
    outcome_code, message, created_at, finished_at, lease_until)
  select $1, gen_random_uuid(), sale.id, asked.ref_id, 'refund', sale.cents, 'done', $5, $3, asked.id::text, '1',
    'The money was given back.', $4, $4, $4
  from sale, asked`

const CORRECT = `
  with corrected as (
    update transactions t
    set version = t.version + 1
    where t.domain_id = $1 and t.id = $2
    returning t.id, t.amount_cents)
  insert into transaction_history (domain_id, transaction_id, note, user_id, correction_cents, before, after, at)
  select $1, id, $5, $3, -1000,
    jsonb_build_object('amount', amount_cents / 100.0),
    jsonb_build_object('amount', (amount_cents - 1000) / 100.0),
    $4
  from corrected`

/** Before the commissions, which follow what a sale is worth. */
export async function createRefunds(db: Db, { calendar }: DemoContext, { admin }: Accounts, sales: MadeSale[]): Promise<void> {
  const [refunded, corrected] = sales
    .filter(({ product, daysAgo, quantity }) => product === HARVEST_KIT && daysAgo > 8 && quantity > 1)
    .reverse()
  if (refunded) await db.rows(REFUND, [db.domainId, refunded.id, admin, calendar.moment(refunded.daysAgo - 5, 90), REFUND_NOTE])
  if (corrected)
    await db.rows(CORRECT, [db.domainId, corrected.id, admin, calendar.moment(corrected.daysAgo - 3, 90), CORRECTION_NOTE])
}
