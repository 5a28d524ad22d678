/** Patients as lists show them: of a center, of a team, of whomever the caller may see. */
import type { PatientFilter, PatientRow } from '@vialdesk/contract/patients'
import type { Option } from '@vialdesk/contract/primitives'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { centerListOf, fullNameOf } from '#api/db/user-sql.ts'
import type { Viewer } from '#api/platform/actor.ts'
import { assertVisibleUser, patientsSeenBy, seesPersons } from '#api/features/accounts/visible.queries.ts'
import { type CenterColumn, findPatientIds, type Wanted } from './patients.finding.queries.ts'

/** What may not be seen is not even read. */
const rowsOf = (person: string) => `
  select u.id, ${person} u.date_joined, p.stage,
    l.date_adipose_shipped_to_lab, l.date_adipose_received_by_lab, l.estimated_date_vials_ready_to_ship, l.date_vials_ready_to_ship,
    coalesce(l.number_times_qc_done, 0) as number_times_qc_done, l.stemcell_plating_initiated_date, l.stemcell_plating_successful,
    l.hla_typing_test, coalesce(l.vials_preparation, 0) as vials_preparation, coalesce(l.vials_ready_ship, 0) as vials_ready_ship,
    coalesce(v.vials_available, 0) as vials_available, coalesce(v.vials_shipped, 0) as vials_shipped,
    ${centerListOf('hc')} as hc_desc, ${centerListOf('rhc')} as rhc_desc, ${centerListOf('referred')} as referral_hc_desc
  from unnest($2::bigint[]) with ordinality i (id, place)
  join users u on u.domain_id = $1 and u.id = i.id
  join patient_stages p on p.domain_id = $1 and p.user_id = u.id
  left join lab_records l on l.domain_id = $1 and l.user_id = u.id
  left join vial_counts v on v.domain_id = $1 and v.user_id = u.id
  left join users hc on hc.domain_id = $1 and hc.id = u.harvest_center_id
  left join users rhc on rhc.domain_id = $1 and rhc.id = u.referral_harvest_center_id
  left join users referred on referred.domain_id = $1 and referred.id = u.referred_center_id
  order by i.place`
const WITH_PERSONS = rowsOf('u.first_name, u.last_name, u.email, u.phone_number,')
const WITHOUT_PERSONS = rowsOf('')

/** The rows of these patients, in the order given, with what the caller may see of each. Says nothing of who may see whom. */
export async function getPatientRows(db: Db, who: Viewer, ids: readonly number[]): Promise<PatientRow[]> {
  if (ids.length === 0) return []
  return db.rows<PatientRow>(seesPersons(who.role) ? WITH_PERSONS : WITHOUT_PERSONS, [db.domainId, ids])
}

/** A page of the patients that the caller may see, newest first; `of` narrows them to one center's. */
export async function findPatients(db: Db, who: Viewer, filter: PatientFilter, of?: Wanted['of']) {
  const { count, ids } = await findPatientIds(db, who, { ...filter, ...(of && { of }) })
  return { count, results: await getPatientRows(db, who, ids) }
}

/** The head of a team, with its role. */
export interface Head {
  id: number
  role: 'sales_manager' | 'sales_distributor'
}

/**
 * A page of the patients that a team brought. It is found as the head of the team finds it, by id or by company whoever asks;
 * what is told of each patient is what the asker may know.
 */
export async function findTeamPatients(db: Db, who: Viewer, head: Head, filter: PatientFilter) {
  await assertVisibleUser(db, who, head.id, head.role)
  const { count, ids } = await findPatientIds(db, head, filter)
  return { count, results: await getPatientRows(db, who, ids) }
}

/** A page of the patients of a center as its lab's list leads to them; the center must be the lab's. */
export async function findPatientsOfLab(db: Db, who: Viewer, lab: number, center: number, filter: PatientFilter) {
  await assertVisibleUser(db, who, lab, 'lab')
  await assertVisibleUser(db, { id: lab, role: 'lab' }, center, 'harvest_center')
  return findPatients(db, who, filter, { column: 'harvest_center_id', id: center })
}

/** The patients of a center by name, to choose from; in which way they are its patients, the column says. */
export function findPatientOptions(db: Db, who: Viewer, column: CenterColumn, center: number): Promise<Option[]> {
  return db
    .selectFrom('users')
    .select(['users.id', sql.raw<string>(fullNameOf('users')).as('name')])
    .where('users.domain_id', '=', db.domainId)
    .where(`users.${column}`, '=', center)
    .where(patientsSeenBy(who))
    .orderBy('name')
    .orderBy('users.id')
    .execute()
}
