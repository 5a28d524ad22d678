/** Sales of the benchmark domain: the same number each day, over two years until today. */
import type { Db } from '../../apps/api/src/db/db.ts'
import * as layout from './layout.ts'

export interface SalesChunk {
  /** The id of the first user is `base + 1`. */
  base: number
  /** The id of the first sale is `saleBase + 1`. */
  saleBase: number
  users: number
  /** The first and the last of the sales to insert, from 1. */
  first: number
  last: number
  total: number
  /** The last day, in the domain's time zone. */
  today: string
}

export const DAYS = 730

const id = (i: string) => `$2::bigint + 1 + (${i})`
const withPatient = 'product_id in (1, 2, 13, 14)'

/**
 * The search words of a sale, the same as the database function `transaction_words` returns (a test compares them).
 * They are inserted here, because the function would take most of the time. All names of the seed are single words.
 */
const words = `array_to_tsvector(array(select $1 || ':' || word from unnest(array['v', lpad(n::text, greatest(6, length(n::text)), '0'), ($8::bigint + n)::text,
    lower(c.first_name), lower(c.last_name), 'regenerative', k::text, lower(r.first_name), lower(r.last_name),
    lower(p.first_name), lower(p.last_name), lower(f.first_name), lower(f.last_name),
    case when f.id is not null then 'clinic' end, (f.id - $2::bigint - 1)::text]) word where word is not null))`

/** A sale is for a random patient, or for that patient's center. */
const sales = `
insert into transactions (domain_id, id, invoice_id, date, day, product_id, quantity, price_cents, shipping_cents, amount_cents,
  commission_paid, payer_id, harvest_center_id, referral_harvest_center_id, hc_staff_id, patient_id, sales_rep_id, sales_manager_id,
  sales_distributor_id, gateway, gateway_trans_id, card_brand, card_last4, billing, shipping, ships, shipped_quantity, search)
select $1::bigint, $8::bigint + n, 'V-' || lpad(n::text, greatest(6, length(n::text)), '0'), day + time '09:00' + interval '1 second' * ${layout.hashBelow('n', 21, 30_000)},
  day, product_id, quantity, price_cents, shipping_cents, price_cents * quantity + shipping_cents, day < $7::date - 60,
  c.id, c.id, f.id, case when ${layout.hashBelow('n', 22, 10)} = 0 and k % 4 <> 0 then ${id('100 * k + 1')} end, p.id, r.id, ${id(layout.managerOf('k'))},
  ${id(layout.distributorOf('k'))}, 'embedded', (50000000000 + n)::text, 'Visa', '1111', '{}', '{}', products.ships,
  case when products.ships and day < $7::date - 5 then quantity else 0 end, w.plain || words_with_block(week_number(day), w.plain)
from (
  select n, i, ${layout.hundredOfPatient('i')} as k, $7::date - ${DAYS - 1} + ((n - 1) * ${DAYS} / $6::bigint)::integer as day, product_id,
    case when product_id in (2, 14) then 1 + ${layout.hashBelow('n', 23, 4)} else 1 end as quantity
  from (select n, 100 * ${layout.hashBelow('n', 24, '$3::bigint / 100')} + 10 + ${layout.hashBelow('n', 25, 90)} as i,
      (array[1,1,1,1,1,1,1,2,2,2,2,3,3,4,5,6,7,8,13,14])[1 + ${layout.hashBelow('n', 26, 20)}] as product_id
    from generate_series($4::bigint, $5::bigint) n) draw) sale
join products on products.domain_id = $1::bigint and products.id = product_id
join users c on c.domain_id = $1::bigint and c.id = ${id('100 * k')}
join users r on r.domain_id = $1::bigint and r.id = ${id(layout.repOf('k'))}
left join users p on p.domain_id = $1::bigint and p.id = ${id('i')} and ${withPatient}
left join users f on f.domain_id = $1::bigint and f.id = ${id(layout.referralCenterOf('k'))} and ${withPatient} and ${layout.isReferred('i')}
cross join lateral (select ${words} as plain) w
order by n`

export async function insertSales(db: Db, { base, saleBase, users, first, last, total, today }: SalesChunk): Promise<void> {
  await db.rows(sales, [db.domainId, base, users, first, last, total, today, saleBase])
}

/** Two coupons to check. */
export async function insertCoupons(db: Db): Promise<void> {
  const rows = [1, 2].map((n) => ({
    domain_id: db.domainId,
    name: `Coupon ${n}`,
    code: `SCALE-${n}`,
    discount_cents: 1_000,
    max_use_number: 0,
  }))
  await db.insertInto('coupons').values(rows).execute()
}
