/** Reads label requests. */
import type { LabelRequest } from '@vialdesk/contract/labels'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Page, readPage } from '#api/db/paging.ts'
import { fail } from '#api/platform/fail.ts'
import { pageOfRequests, type RequestFilter } from './requests.pages.queries.ts'

type Row = Omit<LabelRequest, 'hc_desc' | 'patients' | 'patients_ids' | 'can'> & {
  center_id: number
  company: string
  center_email: string
  patients: { id: number; first_name: string; last_name: string }[]
}

/** A referral center has no lab: its parcels go to that of its patients' harvest centers, where it is one. */
const labOfPatients = `select min(h.lab_id) from label_request_patients rp
  join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id join users h on h.domain_id = p.domain_id and h.id = p.harvest_center_id
  where rp.domain_id = r.domain_id and rp.request_id = r.id having count(distinct h.lab_id) = 1`
/** Its id is worked out first: under row-level security only a plain value is looked up by index. */
const lab = `(select jsonb_build_object('id', l.id, 'company', l.company)
  from (select coalesce(c.lab_id, (${labOfPatients})) as id offset 0) whose
  join users l on l.domain_id = r.domain_id and l.id = whose.id and l.active)`
const columns = `r.id, r.center_id, c.company, c.email as center_email, r.email as harvest_center_email,
  r.representative as harvest_center_representative, r.doctor_name, r.doctor_email, r.doctor_phone, r.other_patient_name, r.label_date,
  r.address1, r.address2, r.city, r.state_desc, r.country_desc, r.zip_code, r.tracking_number, r.tracking_link, r.pdf_file,
  r.notification_sent, r.carrier_state, r.tracking_status, r.tracking_text, r.tracked_at, r.created_at, ${lab} as lab,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name) order by p.id)
    from label_request_patients rp join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
    where rp.domain_id = r.domain_id and rp.request_id = r.id), '[]') as patients`
const joined = `from label_requests r join users c on c.domain_id = r.domain_id and c.id = r.center_id`

function shown(viewer: Viewer, { center_id, company, center_email, patients, ...row }: Row): LabelRequest {
  return {
    ...row,
    can: labelRequestPolicy.abilities(viewer, row),
    hc_desc: [{ id: center_id, company, email: center_email }],
    patients,
    patients_ids: patients.map(({ id }) => id).join(','),
  }
}

/** The newest first. `centers` null: of all centers. */
export async function findLabelRequests(
  db: Db,
  viewer: Viewer,
  centers: readonly number[] | null,
  filter: RequestFilter,
): Promise<Page<LabelRequest>> {
  const page = pageOfRequests(db, centers, filter)
  const rows = `select ${columns} ${joined} where r.domain_id = $1 and r.id = any(page.ids)`
  const { count, results } = await readPage<Row>(db, page, rows)
  return { count, results: results.map(shown) }
}

/** A request that the viewer may see, else not_found. */
export async function getLabelRequest(db: Db, viewer: Viewer, id: number): Promise<LabelRequest> {
  const { rows } = await sql<Row>`
    select ${sql.raw(`${columns} ${joined}`)}
    where r.domain_id = ${db.domainId} and r.id = ${id} and ${labelRequestsSeenBy(viewer)}`.execute(db)
  return shown(viewer, rows[0] ?? fail('not_found'))
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
