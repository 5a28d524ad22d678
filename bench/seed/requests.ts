/** Label requests of the benchmark domain: one for every tenth sale. */
import type { Db } from '../../apps/api/src/db/db.ts'

export const SALES_PER_REQUEST = 10

export interface RequestsChunk {
  /** The id of the first user is `base + 1`. */
  base: number
  /** The id of the first sale is `saleBase + 1`, that of the first request `requestBase + 1`. */
  saleBase: number
  requestBase: number
  /** The first and the last of the requests to insert, from 1. */
  first: number
  last: number
  /** The last day of sales. Requests of the week before it have no label yet. */
  today: string
}

const isGiven = '(t.day < $7::date - 7)'
const number = `'SIM' || (100000000000 + n)`

/**
 * The search words of a request, the same as the database function `label_request_words` returns (a test compares them).
 * The patient's words are included, so that the patient's row adds none. All names of the seed are single words.
 */
const words = `array_to_tsvector(array(select $1 || ':' || word from unnest(array[($3::bigint + n)::text, lower(c.first_name), lower(c.last_name),
    (c.id - $2::bigint - 1)::text, 'mail', 'example', 'jordan', 'ellis', c.id::text, 'regenerative', ((c.id - $2::bigint - 1) / 100)::text,
    p.id::text, lower(p.first_name), lower(p.last_name), case when ${isGiven} then lower(${number}) end]) word where word is not null))`

/** All patients without an account have the same name. The PDFs of the labels do not exist. */
const requests = `
insert into label_requests (domain_id, id, center_id, requested_by, transaction_id, email, representative, doctor_name, other_patient_name,
  label_date, address1, city, state_desc, country_desc, zip_code, tracking_number, tracking_link, pdf_file, notification_sent, carrier_state,
  carrier_tries, carrier_asked_at, tracking_status, tracking_text, tracked_at, created_at, search)
select $1::bigint, $3::bigint + n, c.id, c.id, case when t.product_id = 1 then t.id end, c.email, c.first_name || ' ' || c.last_name, 'Jordan Ellis',
  case when t.patient_id is null then 'Jordan Ellis' else '' end, t.day, c.address1, c.city, c.state_desc, c.country_desc, c.zip_code,
  case when ${isGiven} then ${number} else '' end, case when ${isGiven} then 'https://carrier.example/track/' || ${number} else '' end,
  case when ${isGiven} then md5(${number}) || '.pdf' end, ${isGiven}, case when ${isGiven} then 'made' else 'none' end,
  ${isGiven}::integer, case when ${isGiven} then t.date end, case when ${isGiven} then 'delivered' end,
  case when ${isGiven} then 'Delivered' else '' end, case when ${isGiven} then t.date + interval '1 day' end, t.date,
  w.plain || words_with_block((($3::bigint + n) >> 13)::integer, w.plain)
from generate_series($5::bigint, $6::bigint) n
join transactions t on t.domain_id = $1::bigint and t.id = $4::bigint + n * ${SALES_PER_REQUEST}
join users c on c.domain_id = $1::bigint and c.id = t.harvest_center_id
left join users p on p.domain_id = $1::bigint and p.id = t.patient_id
cross join lateral (select ${words} as plain) w
order by n`

const patients = `
insert into label_request_patients (domain_id, request_id, patient_id)
select $1::bigint, $2::bigint + n, t.patient_id from generate_series($4::bigint, $5::bigint) n
join transactions t on t.domain_id = $1::bigint and t.id = $3::bigint + n * ${SALES_PER_REQUEST} where t.patient_id is not null`

export async function insertRequests(db: Db, { base, saleBase, requestBase, first, last, today }: RequestsChunk): Promise<void> {
  await db.rows(requests, [db.domainId, base, requestBase, saleBase, first, last, today])
  await db.rows(patients, [db.domainId, requestBase, saleBase, first, last])
}
