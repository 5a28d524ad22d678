/** Documents of the benchmark domain: one for every fifth sale. Their files do not exist. */
import type { Db } from '../../apps/api/src/db/db.ts'

export const SALES_PER_DOCUMENT = 5

export interface DocumentsChunk {
  /** The id of the first sale is `saleBase + 1`, that of the first document `documentBase + 1`. */
  saleBase: number
  documentBase: number
  /** The first and the last of the documents to insert, from 1. */
  first: number
  last: number
}

const isSigned = '(n % 10 <> 0)'

/** A sale without a patient gives a document for an address without account. Nine in ten documents are signed. */
const documents = `
insert into documents (domain_id, id, document_id, party, kind, name, status, step, patient_id, patient_name, patient_email,
  harvest_center_id, requested_by, created_at, completed_at, sealed_key, sealed_sha256, sealed_at, sealed_pages, search)
select $1::bigint, $2::bigint + n, md5(n::text) || substr(md5((-n)::text), 1, 8), 'patient', k.kind, k.name,
  case when ${isSigned} then 'Completed' else 'Pending' end, case when ${isSigned} then 'done' else 'waiting' end,
  p.id, w.patient_name, w.patient_email, c.id, c.id, t.date,
  case when ${isSigned} then t.date + interval '1 day' end,
  case when ${isSigned} then $1 || '/documents/' || md5(n::text) || '.pdf' end,
  case when ${isSigned} then md5(n::text) || md5((-n)::text) end,
  case when ${isSigned} then t.date + interval '1 day' end, case when ${isSigned} then 2 end,
  x.words || words_with_block((($2::bigint + n) >> 13)::integer, x.words)
from generate_series($4::bigint, $5::bigint) n
join transactions t on t.domain_id = $1::bigint and t.id = $3::bigint + n * ${SALES_PER_DOCUMENT}
join users c on c.domain_id = $1::bigint and c.id = t.harvest_center_id
left join users p on p.domain_id = $1::bigint and p.id = t.patient_id
join lateral (
  select (array['attestation', 'processing', 'storage'])[1 + n % 3] as kind,
    (array['Screening Questionnaire and Attestation', 'Official Processing', 'Official Storage Agreement'])[1 + n % 3] as name) k on true
cross join lateral (
  select coalesce(p.first_name || ' ' || p.last_name, 'Jordan Ellis') as patient_name,
    coalesce(p.email, 'jordan.ellis' || n || '@mail.example') as patient_email) w
cross join lateral (
  select search_words($1::bigint, ($2::bigint + n)::text, k.name, w.patient_name, w.patient_email,
    concat_ws(' ', p.id, p.first_name, p.last_name, p.email), concat_ws(' ', c.id, c.company)) as words) x
order by n`

const recipients = `
insert into document_recipients (domain_id, document_id, role, position, user_id, name, email, status, signed_at, values, signed_sha256)
select d.domain_id, d.id, 'patient', 1, d.patient_id, d.patient_name, d.patient_email,
  case when d.status = 'Completed' then 'signed' else 'sent' end, d.completed_at,
  case when d.status = 'Completed' then '{}'::jsonb end, d.sealed_sha256
from documents d
where d.domain_id = $1 and d.id between $2::bigint + $3::bigint and $2::bigint + $4::bigint
order by d.id`

export async function insertDocuments(db: Db, { saleBase, documentBase, first, last }: DocumentsChunk): Promise<void> {
  await db.rows(documents, [db.domainId, documentBase, saleBase, first, last])
  await db.rows(recipients, [db.domainId, documentBase, first, last])
}
