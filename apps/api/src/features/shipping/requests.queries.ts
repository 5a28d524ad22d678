/** Requests for labels as they are read. */
import type { LabelRequest } from '@vialdesk/contract/labels'
import type { Paging } from '@vialdesk/contract/primitives'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/fail.ts'

type Row = Omit<LabelRequest, 'hc_desc' | 'lab' | 'patients' | 'patients_ids'> & {
  center_id: number
  company: string
  center_email: string
  lab_id: number | null
  lab_company: string | null
  patients: { id: number; first_name: string; last_name: string }[]
}

const columns = `r.id, r.center_id, c.company, c.email as center_email, r.email as harvest_center_email,
  r.representative as harvest_center_representative, r.doctor_name, r.doctor_email, r.doctor_phone, r.other_patient_name, r.label_date,
  r.address1, r.address2, r.city, r.state_desc, r.country_desc, r.zip_code, r.tracking_number, r.tracking_link, r.pdf_file,
  r.notification_sent, r.carrier_state, r.tracking_status, r.tracking_text, r.tracked_at, r.created_at, l.id as lab_id, l.company as lab_company,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name) order by p.id)
    from label_request_patients rp join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
    where rp.domain_id = r.domain_id and rp.request_id = r.id), '[]') as patients`
const joined = `from label_requests r join users c on c.domain_id = r.domain_id and c.id = r.center_id
  left join users l on l.domain_id = c.domain_id and l.id = c.lab_id and l.active`

/** Words of which each must be the beginning of one: of ids, names, e-mail addresses, tracking numbers, the center. */
const said = `lower(concat_ws(' ', r.id, c.id, c.company, c.email, r.email, r.representative, r.doctor_name, r.doctor_email,
  r.other_patient_name, r.tracking_number, r.tracking_link, (select string_agg(concat_ws(' ', p.id, p.first_name, p.last_name), ' ')
    from label_request_patients rp join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
    where rp.domain_id = r.domain_id and rp.request_id = r.id)))`

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean)

function shown({ center_id, company, center_email, lab_id, lab_company, patients, ...row }: Row): LabelRequest {
  const ids = [...patients.map(({ id }) => String(id)), ...(row.other_patient_name ? ['0'] : [])]
  return {
    ...row,
    hc_desc: [{ id: center_id, company, email: center_email }],
    lab: lab_id === null ? null : { id: lab_id, company: lab_company ?? '' },
    patients,
    patients_ids: ids.join(','),
  }
}

/** Newest first; `centers` null: of all. */
export async function findLabelRequests(
  db: Db,
  centers: readonly number[] | null,
  { search, limit, offset }: Paging & { search?: string | undefined },
): Promise<{ count: number; results: LabelRequest[] }> {
  const values: unknown[] = [db.domainId, centers]
  const conditions = ['r.domain_id = $1', '($2::bigint[] is null or r.center_id = any($2))']
  for (const word of wordsOf(search ?? '')) conditions.push(`position($${values.push(word)} in ${said}) > 0`)
  const where = `where ${conditions.join(' and ')}`
  const from = search ? joined : 'from label_requests r'
  const [counted] = await db.rows<{ count: number }>(`select count(*) as count ${from} ${where}`, values)
  const page = `limit $${values.push(limit)} offset $${values.push(offset)}`
  const rows = await db.rows<Row>(`select ${columns} ${joined} ${where} order by r.id desc ${page}`, values)
  return { count: Number(counted?.count ?? 0), results: rows.map(shown) }
}

export async function getLabelRequest(db: Db, id: number): Promise<LabelRequest> {
  const [row] = await db.rows<Row>(`select ${columns} ${joined} where r.domain_id = $1 and r.id = $2`, [db.domainId, id])
  return shown(row ?? fail('not_found'))
}

/** Holds a request until the transaction ends. */
export async function holdLabelRequest(db: Db, id: number) {
  const found = await db
    .selectFrom('label_requests')
    .selectAll()
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? fail('not_found')
}
export type HeldRequest = Awaited<ReturnType<typeof holdLabelRequest>>
