/**
 * Keeps the ledger of commissions in step with a sale. Each person of the sales line has a share of what the sale is worth now
 * (`commission_base` in 148-commissions.sql). The rate is that of the moment of the sale, so that later rates change nothing.
 */
import type { Db } from '#api/db/db.ts'

/** Callers that changed the sale have it locked already. */
export async function lockSale(db: Db, transactionId: number): Promise<void> {
  await db.rows('select from transactions where domain_id = $1 and id = $2 for no key update', [db.domainId, transactionId])
}

/** Shares are rounded half up to the cent. The whole ledger of a sale is compared, so parts of a refund add up exactly. */
const APPEND_DIFFERENCES = `
  with sale as (
    select t as row, t.sales_rep_id, t.sales_manager_id, t.sales_distributor_id, commission_base(t) as base_cents
    from transactions t
    where t.domain_id = $1
      and t.id = $2),
  shares as (
    select p.user_id, p.membership, r.id as rate_id, r.basis_points, r.flat_cents,
      case
        when s.base_cents = 0 then 0
        else coalesce(r.flat_cents, (s.base_cents * r.basis_points + 5000) / 10000)
      end as cents
    from sale s
    cross join lateral (
      values
        (membership_id('sales_rep'), s.sales_rep_id),
        (membership_id('sales_manager'), s.sales_manager_id),
        (membership_id('sales_distributor'), s.sales_distributor_id)
    ) p (membership, user_id)
    cross join lateral commission_rate_of(s.row, p.user_id, p.membership) r
    where p.user_id is not null),
  held as (
    select user_id, membership, sum(cents)::bigint as cents, max(step) as step, max(id) as last_id
    from commission_entries
    where domain_id = $1
      and transaction_id = $2
    group by user_id, membership),
  differences as (
    select user_id, membership, h.step, h.last_id, sh.rate_id, sh.basis_points, sh.flat_cents,
      coalesce(h.cents, 0) as was,
      coalesce(sh.cents, 0) as is_now
    from shares sh
    full join held h using (user_id, membership)
    where coalesce(sh.cents, 0) <> coalesce(h.cents, 0))
  insert into commission_entries (domain_id, transaction_id, user_id, membership, step, kind, cents, base_cents,
    rate_id, basis_points, flat_cents, note, day)
  select $1, $2, d.user_id, d.membership, coalesce(d.step, 0) + 1,
    case
      when d.was = 0 then 'accrual'
      when d.is_now < d.was then 'reversal'
      else 'adjustment'
    end,
    d.is_now - d.was,
    s.base_cents,
    coalesce(d.rate_id, last.rate_id),
    case when d.rate_id is null then last.basis_points else d.basis_points end,
    case when d.rate_id is null then last.flat_cents else d.flat_cents end,
    case
      when d.was = 0 then ''
      when (s.row).voided then 'Payment voided'
      when s.base_cents = 0 and (s.row).refunded_cents > 0 then 'Refunded'
      when d.rate_id is null then 'Sales line or product changed'
      else 'Sale changed or refunded in part'
    end,
    coalesce($3::date, (now() at time zone domains.time_zone)::date)
  from differences d
  cross join sale s
  join domains on domains.id = $1
  left join commission_entries last on last.domain_id = $1 and last.id = d.last_id
  order by d.membership, d.user_id
  returning id`

/** The sale has an unpaid entry now. */
const CLEAR_PAID_MARK = 'update transactions set commission_paid = false where domain_id = $1 and id = $2 and commission_paid'

/** Changes of rates and of the switch wait until no sale is being settled, and the other way round. */
const LOCK_RATES = "hashtextextended('commission rates ' || $1::bigint, 0)"

/** Before a rate or the switch is saved: every running settlement has ended, and the next ones see the new row. */
export async function lockRates(db: Db): Promise<void> {
  await db.rows(`select pg_advisory_xact_lock(${LOCK_RATES})`, [db.domainId])
}

/**
 * Appends the differences between the shares of a sale and its ledger. Nothing when they agree. Call it in the transaction that
 * records or changes the sale, after the change. Seeds and tests give the day of the entries; it is today.
 */
export async function settleCommissions(db: Db, transactionId: number, { day }: { day?: string } = {}): Promise<void> {
  await lockSale(db, transactionId)
  await db.rows(`select pg_advisory_xact_lock_shared(${LOCK_RATES})`, [db.domainId])
  const appended = await db.rows(APPEND_DIFFERENCES, [db.domainId, transactionId, day ?? null])
  if (appended.length > 0) await db.rows(CLEAR_PAID_MARK, [db.domainId, transactionId])
}
