/** The two tables that grow without end, and their rows in the experiment. All values derive from the number of the row. */

export interface Subject {
  /** The table of the portal whose columns and indexes are copied. */
  table: string
  /** Rows are divided by the month of this column. */
  column: string
  /** Inserts the rows from `$1` to `$2` of `$3`, spread over `months` months from 2024-01 on, into `target`. */
  fill(target: string, months: number): string
}

/** A number from 0 to `below - 1`, determined by the row and `salt`. */
const draw = (salt: number, below: number) => `(hashint8extended(n, ${salt}) & 2147483647) % ${below}`

/** Every second row is of the first domain; twenty others share the rest. Ids follow the order of the rows, as in the portal. */
const domain = `case when n % 2 = 0 then 1 else 2 + n / 2 % 20 end`
const id = `case when n % 2 = 0 then n / 2 else n / 40 end + 1`
/** Rows after the last one, which inserts add, are of the last month. */
const at = (months: number) =>
  `timestamptz '2024-01-01' + (timestamptz '2024-01-01' + interval '${months} months' - timestamptz '2024-01-01') * least(n::float8 / $3::bigint, 0.999)`

/** Two in three rows are reads of a patient, one in six lists ten patients, and the rest are changes. */
const audit: Subject = {
  table: 'audit_log',
  column: 'at',
  fill: (target, months) => `
insert into ${target}
  (domain_id, id, at, type, actor_id, impersonator_id, subject_id, patient_id, before, after, ip, request_id, chain, number, hash)
select ${domain}, ${id}, ${at(months)}, type, ${draw(1, 4000)}, case when n % 500 = 0 then 1 end,
  case type when 'patient.seen' then patient when 'patients.listed' then null else ${draw(3, 200_000)} end,
  case when type <> 'patients.listed' then patient end,
  case when type = 'user.edited' then '{"phone": "5550100", "city": "Springfield"}'::jsonb end,
  case type
    when 'user.edited' then '{"phone": "5550199", "city": "Shelbyville"}'::jsonb
    when 'patients.listed' then jsonb_build_object('patient_ids', (
      select string_agg((patient + place)::text, ',') from generate_series(0, 9) place))
  end,
  '203.0.113.' || n % 250, md5(n::text)::uuid::text, 0, ${id}, sha256(n::text::bytea)
from (
  select n, ${draw(2, 200_000)} as patient, case when n % 6 < 4 then 'patient.seen' when n % 6 = 4 then 'patients.listed' else 'user.edited' end as type
  from generate_series($1::bigint, $2::bigint) n) row_of_audit`,
}

const words = `array_to_tsvector(array[1 || ':v', 1 || ':' || lpad(n::text, 9, '0'), 1 || ':name' || ${draw(8, 1000)},
  1 || ':family' || ${draw(9, 1000)}, 1 || '#' || n % 800 || ':name' || ${draw(8, 1000)}, 1 || '#' || n % 800 || ':family' || ${draw(9, 1000)}])`

const sales: Subject = {
  table: 'transactions',
  column: 'day',
  fill: (target, months) => `
insert into ${target}
  (domain_id, id, invoice_id, attempt_id, date, day, product_id, quantity, price_cents, amount_cents, charged_cents, charged_quantity, payer_id,
   harvest_center_id, patient_id, sales_rep_id, sales_manager_id, sales_distributor_id, gateway, gateway_trans_id, card_brand, card_last4, search)
select ${domain}, ${id}, 'V-' || lpad(n::text, 9, '0'), md5(n::text)::uuid, at, at::date, 1 + ${draw(1, 14)}, 1, cents, cents, cents, 1,
  center, center, ${draw(2, 900_000)}, center / 40 * 4, center / 320, center / 1920, 'embedded', (50000000000 + n)::text, 'Visa', '1111', ${words}
from (
  select n, ${at(months)} as at, ${draw(3, 10_000)} as center, 1000 * (1 + ${draw(4, 300)}) as cents
  from generate_series($1::bigint, $2::bigint) n) row_of_sale`,
}

export const subjects: Record<string, Subject> = { audit, sales }
