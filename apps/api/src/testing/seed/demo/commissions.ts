/** The commissions of the demo's last two months: rates, the ledger, and the payouts of the first month. */
import { productIds } from '@vialdesk/contract/products'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import type { DemoContext } from './context.ts'
import type { MadeSale } from './sales.ts'

const { sales_rep, sales_manager, sales_distributor } = membershipIds

const rates = [
  { membership: sales_rep, basis_points: 500 },
  { membership: sales_manager, basis_points: 200 },
  { membership: sales_distributor, basis_points: 100 },
  { membership: sales_rep, product_id: productIds.referral_fee, flat_cents: 20_000 },
]

const PAY = `
  with payouts as (
    insert into commission_payouts (domain_id, run_id, user_id, statement_id, cents, lines, paid_on, method, reference)
    select $1, $2, s.user_id, s.id, s.earned_cents, s.lines, $3, 'Bank transfer', 'Commissions ' || to_char(s.month, 'YYYY-MM')
    from commission_statements s
    where s.domain_id = $1 and s.month = date_trunc('month', $4::date)
    returning id, user_id)
  insert into commission_paid_entries (domain_id, entry_id, payout_id)
  select $1, e.id, p.id
  from payouts p
  join commission_entries e on e.domain_id = $1 and e.user_id = p.user_id and e.month = date_trunc('month', $4::date)`

const MARK_SALES = `
  update transactions t
  set commission_paid = true
  where t.domain_id = $1
    and exists (select from commission_entries e where e.domain_id = $1 and e.transaction_id = t.id)
    and not exists (
      select
      from commission_entries e
      where e.domain_id = $1
        and e.transaction_id = t.id
        and not exists (select from commission_paid_entries p where p.domain_id = $1 and p.entry_id = e.id))`

export async function createCommissions(db: Db, { calendar }: DemoContext, sales: MadeSale[]): Promise<void> {
  const thisMonth = calendar.day(0).slice(0, 7)
  const lastDayBefore = Number(calendar.day(0).slice(8, 10))
  const firstDay = `${calendar.day(lastDayBefore).slice(0, 7)}-01`
  const since = { valid_from: firstDay, created_at: `${firstDay}T00:00:00Z` }
  await db
    .insertInto('commission_rates')
    .values(rates.map((rate) => ({ domain_id: db.domainId, ...since, ...rate })))
    .execute()
  for (const { id, daysAgo } of sales) {
    const day = calendar.day(daysAgo)
    if (day >= firstDay) await settleCommissions(db, id, { day })
  }
  if (firstDay.slice(0, 7) === thisMonth) return
  await db.rows(PAY, [db.domainId, crypto.randomUUID(), calendar.day(0), firstDay])
  await db.rows(MARK_SALES, [db.domainId])
}
