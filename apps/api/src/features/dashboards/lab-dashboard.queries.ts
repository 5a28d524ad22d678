/** The dashboard of a lab: due patients, patients by stage, and vials by state. */
import { VialState } from '@vialdesk/contract/single-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { countOrdersToShip } from '#api/features/orders/orders.queries.ts'
import { findDuePatients } from '#api/features/patients/due-patients.queries.ts'
import { countStages } from '#api/features/patients/patient-pages.queries.ts'
import { getPatientRows } from '#api/features/patients/patients.queries.ts'
import { findArrivedParcels } from '#api/features/shipping/parcels/arrived-parcels.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'

const ARRIVED_COUNT = `
  select count(*) as n
  from centers_of_lab($2) c (id)
  join patient_stages p on p.domain_id = $1 and p.center_id = c.id and p.arrived`

const CENTER_COUNT = 'select count(*) as n from centers_of_lab($1)'

const VIALS_BY_STATE = `
  select s.state, coalesce(sum(t.n), 0) as count
  from unnest($3::text[]) with ordinality s (state, place)
  left join tallies t on t.domain_id = $1 and t.list = 'vials' and t.key = 'lab:' || $2::bigint || '|state:' || s.state
  group by s.state, s.place
  order by s.place`

export async function getLabDashboard(db: Db, viewer: Viewer, { time_zone }: Domain) {
  const { ids, ...due } = await findDuePatients(db, viewer.id, sql`(now() at time zone ${time_zone})::date`)
  const [centers] = await db.rows<{ n: number }>(CENTER_COUNT, [viewer.id])
  const [arrived] = await db.rows<{ n: number }>(ARRIVED_COUNT, [db.domainId, viewer.id])
  return {
    harvest_centers: centers?.n ?? 0,
    patients_by_stage: await countStages(db, viewer),
    ...due,
    due: await getPatientRows(db, viewer, ids),
    arrived: arrived?.n ?? 0,
    arrived_parcels: await findArrivedParcels(db, viewer.id),
    orders_to_ship: await countOrdersToShip(db, viewer),
    vials_by_state: await db.rows<{ state: VialState; count: number }>(VIALS_BY_STATE, [
      db.domainId,
      viewer.id,
      VialState.options,
    ]),
  }
}
