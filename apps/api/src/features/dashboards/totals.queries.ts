/** Totals that several dashboards show, read from stored sums. Days and months are those of the domain's time zone. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'

type Zone = Pick<Domain, 'time_zone'>

/** The key of the sales in their tallies: all of the domain, or those of one sales user. */
export type SalesKey = 'all' | `rep:${number}` | `manager:${number}` | `distributor:${number}`

export interface MonthSales {
  month: string
  count: number
  /** In dollars. */
  amount: number
}

const SALES_BY_MONTH = `
  with months as (
    select (date_trunc('month', now() at time zone $2) - n * interval '1 month')::date as month
    from generate_series(0, 11) n)
  select
    to_char(m.month, 'YYYY-MM') as month,
    coalesce(t.n, 0) as count,
    coalesce(s.net_cents, 0) / 100.0 as amount
  from months m
  cross join lateral (select month_number(m.month) as block) b
  left join tallies t
    on t.domain_id = $1 and t.list = 'transaction_months' and t.key = $3 and t.block = b.block
  left join transaction_sums s
    on s.domain_id = $1 and s.list = 'transaction_months' and s.key = $3 and s.block = b.block
  order by m.month`

/**
 * Sales of the last twelve months, with the current one, oldest first: what they are worth now. The lists of sales are counted by the same
 * tallies.
 */
export const sumSalesByMonth = (db: Db, { time_zone }: Zone, key: SalesKey = 'all') =>
  db.rows<MonthSales>(SALES_BY_MONTH, [db.domainId, time_zone, key])

const SALES_BY_PRODUCT = `
  with this_month as (select month_number((now() at time zone $2)::date) as block)
  select p.id as product_id, p.name as product, sum(s.net_cents) / 100.0 as amount, sum(t.n) as count
  from this_month m
  join products p on p.domain_id = $1
  join tallies t
    on t.domain_id = $1 and t.list = 'transaction_months' and t.key = 'all|product:' || p.id
    and t.block > m.block - 12 and t.block <= m.block
  join transaction_sums s
    on s.domain_id = $1 and s.list = t.list and s.key = t.key and s.block = t.block
  group by p.id, p.name
  having sum(t.n) > 0
  order by sum(s.net_cents) desc, p.id`

/** Sales by product in the same twelve months, the highest amount first. Amounts in dollars. */
export const sumSalesByProduct = (db: Db, { time_zone }: Zone) =>
  db.rows<{ product_id: number; product: string; amount: number; count: number }>(SALES_BY_PRODUCT, [db.domainId, time_zone])

const ACCOUNT_COUNTS = `
  with today as (select (now() at time zone $2)::date - date '2000-01-01' as day)
  select
    (select coalesce(sum(n), 0)
      from tallies
      where domain_id = $1 and list = 'users' and key = 'm:${membershipIds.patient}') as patients,
    (select coalesce(sum(n), 0)
      from tallies
      where domain_id = $1 and list = 'users' and key = 'm:${membershipIds.harvest_center}') as harvest_centers,
    coalesce(sum(t.n) filter (where t.block > day - 30), 0) as sign_ups_30_days,
    coalesce(sum(t.n) filter (where t.block <= day - 30), 0) as sign_ups_previous_30_days
  from today
  left join tallies t
    on t.domain_id = $1 and t.list = 'sign_ups' and t.key = 'all' and t.block > day - 60 and t.block <= day`

interface AccountCounts {
  patients: number
  harvest_centers: number
  sign_ups_30_days: number
  sign_ups_previous_30_days: number
}

/** Counts active patients and centers, and active users who joined in the last thirty days and in the thirty days before. */
export async function countAccounts(db: Db, { time_zone }: Zone): Promise<AccountCounts> {
  const [counts] = await db.rows<AccountCounts>(ACCOUNT_COUNTS, [db.domainId, time_zone])
  return counts as AccountCounts
}

/** The condition matches the partial index of open requests. */
const REQUESTS_WITHOUT_LABEL = `
  select count(*) as waiting
  from label_requests
  where domain_id = $1 and ($2::bigint is null or center_id = $2)
    and pdf_file is null and tracking_number = ''`

/** Counts the requests of a center, or of all centers, that have no label yet. */
export async function countLabelsWaiting(db: Db, center: number | null = null): Promise<number> {
  const [row] = await db.rows<{ waiting: number }>(REQUESTS_WITHOUT_LABEL, [db.domainId, center])
  return row?.waiting ?? 0
}
