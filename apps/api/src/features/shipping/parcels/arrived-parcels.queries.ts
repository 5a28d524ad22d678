/** Delivered parcels that a lab has not booked in. */

import type { ArrivedParcel } from '@vialdesk/contract/care/label-requests'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { personOf } from '#api/db/user-sql.ts'

const MAX_PARCELS = 10

/**
 * A parcel goes to the lab of the requesting center. A referral center has no lab: its parcel goes to the lab of its patients. A lab reads
 * only the patients of its own centers, so the name of a patient without an account is left out of parcels of other centers.
 */
const SELECT_ARRIVED = `
  with own as materialized (select c.id from centers_of_lab($2) c (id)),
  arrived as materialized (
    select r.id
    from label_requests r
    where r.domain_id = $1 and r.parcel = 'delivered' and r.center_id = any(array(select id from own))
    union
    select rp.request_id
    from patient_stages p
    join label_request_patients rp on rp.domain_id = $1 and rp.patient_id = p.user_id
    join label_requests r on r.domain_id = $1 and r.id = rp.request_id and r.parcel = 'delivered'
    where p.domain_id = $1 and p.arrived and p.center_id = any(array(select id from own)))
  select
    r.id,
    json_build_object('id', c.id, 'company', c.company) as center,
    r.tracking_number,
    r.tracking_link,
    r.tracked_at as delivered_at,
    case when r.center_id in (select id from own) then r.other_patient_name else '' end as other_patient_name,
    coalesce((
      select json_agg(${personOf('p')} order by p.id)
      from label_request_patients rp
      join users p on p.domain_id = $1 and p.id = rp.patient_id and p.active
      where rp.domain_id = $1 and rp.request_id = r.id and p.harvest_center_id in (select id from own)), '[]') as patients
  from label_requests r
  join users c on c.domain_id = $1 and c.id = r.center_id
  where r.domain_id = $1 and r.id in (select id from arrived)
  order by r.tracked_at, r.id
  limit ${MAX_PARCELS}`

/** The first few, in the order of their delivery. */
export const findArrivedParcels = (db: Db, lab: number): Promise<ArrivedParcel[]> =>
  db.rows<ArrivedParcel>(SELECT_ARRIVED, [db.domainId, lab])

/** Ids of the patients in a parcel that the reader may see; undefined if it may not see the parcel. `lab` null: an admin reads. */
export async function findPatientsOfParcel(db: Db, request: number, lab: number | null): Promise<number[] | undefined> {
  const [found] = await db.rows<{ patients: number[]; visible: boolean }>(
    `with own as materialized (select c.id from centers_of_lab($3) c (id)),
    patients as (
      select p.id
      from label_request_patients rp
      join users p on p.domain_id = $1 and p.id = rp.patient_id and p.active
      where rp.domain_id = $1 and rp.request_id = $2
        and ($3::bigint is null or p.harvest_center_id in (select id from own)))
    select
      array_to_json(array(select id from patients order by id)) as patients,
      $3::bigint is null or r.center_id in (select id from own) or exists (select from patients) as visible
    from label_requests r
    where r.domain_id = $1 and r.id = $2`,
    [db.domainId, request, lab],
  )
  return found?.visible ? found.patients : undefined
}

/** Those of the patients whose tissue the lab has. */
export async function findReceivedPatients(db: Db, patients: readonly number[]): Promise<Set<number>> {
  if (patients.length === 0) return new Set()
  const isReceived = sql<boolean>`date_adipose_received_by_lab is not null`
  const rows = await db.findRows('lab_records', ['user_id'], { user_id: patients }, isReceived)
  return new Set(rows.map(({ user_id }) => user_id))
}
