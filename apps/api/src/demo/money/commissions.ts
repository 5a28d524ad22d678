/** Commissions of the demo: rates since four months ago, the ledger of the sales since then, and paid statements. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import type { DemoContext } from '../context.ts'

/** Days for which the demo has had rates. Earlier sales have no commissions in the ledger. */
export const RATES_SINCE = 125
const PAID_BEFORE = 40

const PAY_OLD_STATEMENTS = `
  with payouts as (
    insert into commission_payouts (domain_id, run_id, user_id, statement_id, cents, lines, paid_on, method, reference, created_by)
    select s.domain_id, gen_random_uuid(), s.user_id, s.id, s.earned_cents, s.lines, (s.month + interval '1 month 4 days')::date,
      'Bank transfer', 'Commissions ' || to_char(s.month, 'YYYY-MM'), $3
    from commission_statements s
    where s.domain_id = $1
      and s.month + interval '1 month' <= $2::date
    returning id, statement_id)
  insert into commission_paid_entries (domain_id, entry_id, payout_id)
  select e.domain_id, e.id, o.id
  from payouts o
  join commission_statements s on s.domain_id = $1 and s.id = o.statement_id
  join commission_entries e on e.domain_id = s.domain_id and e.user_id = s.user_id and e.month = s.month`

const MARK_PAID_SALES = `
  update transactions t
  set commission_paid = true
  where t.domain_id = $1
    and t.id in (select e.transaction_id from commission_entries e where e.domain_id = $1)
    and not exists (
      select
      from commission_entries e
      left join commission_paid_entries p on p.domain_id = e.domain_id and p.entry_id = e.id
      where e.domain_id = t.domain_id
        and e.transaction_id = t.id
        and p.entry_id is null)`

async function createRates(db: Db, { calendar }: DemoContext, admin: number): Promise<void> {
  const common = {
    valid_from: calendar.day(RATES_SINCE),
    created_at: calendar.moment(RATES_SINCE + 1),
    created_by: admin,
  }
  const { sales_rep, sales_manager, sales_distributor } = membershipIds
  await db.insertRows('commission_rates', [
    { ...common, membership: sales_rep, basis_points: 800 },
    { ...common, membership: sales_rep, product_id: 1, flat_cents: 25_000 },
    { ...common, membership: sales_manager, basis_points: 200 },
    { ...common, membership: sales_distributor, basis_points: 100 },
  ])
}

export async function createCommissions(
  db: Db,
  demo: DemoContext,
  admin: number,
  sales: readonly { id: number; daysAgo: number }[],
): Promise<void> {
  await createRates(db, demo, admin)
  for (const { id, daysAgo } of sales) {
    if (daysAgo <= RATES_SINCE) await settleCommissions(db, id, { day: demo.calendar.day(daysAgo) })
  }
  await db.rows(PAY_OLD_STATEMENTS, [db.domainId, demo.calendar.day(PAID_BEFORE), admin])
  await db.rows(MARK_PAID_SALES, [db.domainId])
}
