/** Lists of patients. */

import type { Option } from '@vialdesk/contract/base/primitives'
import type { Role } from '@vialdesk/contract/base/roles'
import { type AllPatientsFilter, type PatientFilter, PatientRow } from '@vialdesk/contract/people/patients'
import { sql } from 'kysely'
import { type Columns, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { centerListOf, centerOf, fullNameOf, personOf } from '#api/db/user-sql.ts'
import { groupsOfPatients, type UserGroup } from '#api/features/accounts/accounts.policy.ts'
import { hideInvitation, invitedOf, invitedUserOf } from '#api/features/accounts/invitations/invitations.queries.ts'
import { processingColumns } from '#api/features/accounts/user-columns.queries.ts'
import { assertVisibleUser, patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { CenterColumn, PatientListFilter } from './patient-conditions.queries.ts'
import { findPatientIds } from './patient-pages.queries.ts'

/** `u` is the patient, `p` its row of patient_stages; `hc`, `rhc` and `referred` are its centers, `lab` is the lab of `hc`. */
const patientColumns = {
  ...processingColumns,
  id: ['base', 'u.id'],
  date_joined: ['base', 'u.date_joined'],
  hc_desc: ['base', centerListOf('hc')],
  rhc_desc: ['base', centerListOf('rhc')],
  referral_hc_desc: ['base', centerListOf('referred')],
  stage: ['processing', 'p.stage'],
  lab: ['account', centerOf('lab')],
  sales_rep: ['account', `case when rep.id is not null then ${personOf('rep')} end`],
  first_name: ['person', 'u.first_name'],
  last_name: ['person', 'u.last_name'],
  email: ['person', 'u.email'],
  phone_number: ['person', 'u.phone_number'],
  invited: ['invitation', invitedOf('u')],
} as const satisfies Columns<PatientRow, UserGroup>

const selectRows = (groups: readonly UserGroup[]) => `
  select ${selectList(patientColumns, groups, Object.keys(PatientRow.shape))}
  from unnest($2::bigint[]) with ordinality i (id, place)
  join users u on u.domain_id = $1 and u.id = i.id
  join patient_stages p on p.domain_id = $1 and p.user_id = u.id
  left join lab_records l on l.domain_id = $1 and l.user_id = u.id
  left join vial_counts v on v.domain_id = $1 and v.user_id = u.id
  left join users hc on hc.domain_id = $1 and hc.id = u.harvest_center_id
  left join users rhc on rhc.domain_id = $1 and rhc.id = u.referral_harvest_center_id
  left join users lab on lab.domain_id = $1 and lab.id = hc.lab_id
  left join users rep on rep.domain_id = $1 and rep.id = u.line_rep_id
  left join users referred on referred.domain_id = $1 and referred.id = u.referred_center_id
  order by i.place`

/** The rows of these patients, in the given order, with the columns that the viewer may see. The caller must check visibility. */
export async function getPatientRows(db: Db, viewer: Viewer, ids: readonly number[]): Promise<PatientRow[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<PatientRow>(selectRows(groupsOfPatients(viewer)), [db.domainId, ids])
  return rows.map((row) => hideInvitation(viewer, row, invitedUserOf(row)))
}

/** A page of the patients that the viewer may see, newest first; with `center`, only the patients of that center. */
export async function findPatients(db: Db, viewer: Viewer, filter: AllPatientsFilter, center?: PatientListFilter['center']) {
  const { count, ids } = await findPatientIds(db, viewer, { ...filter, ...(center && { center }) })
  return { count, results: await getPatientRows(db, viewer, ids) }
}

const centerRoles: Record<CenterColumn, Role> = {
  harvest_center_id: 'harvest_center',
  referred_center_id: 'harvest_center',
  referral_harvest_center_id: 'referral_harvest_center',
}

/** A page of the patients of a visible center. The column is their relation to the center. */
export async function findPatientsOfCenter(db: Db, viewer: Viewer, column: CenterColumn, id: number, filter: PatientFilter) {
  await assertVisibleUser(db, viewer, id, centerRoles[column])
  return findPatients(db, viewer, filter, { column, id })
}

/** The head of a team: a manager or a distributor. */
export interface TeamHead {
  id: number
  role: 'sales_manager' | 'sales_distributor'
}

/**
 * A page of the patients of a team. The search works as for the head of the team, by id or company, for every viewer. The columns are
 * those that the viewer may see.
 */
export async function findTeamPatients(db: Db, viewer: Viewer, head: TeamHead, filter: PatientFilter) {
  await assertVisibleUser(db, viewer, head.id, head.role)
  const { count, ids } = await findPatientIds(db, head, filter)
  return { count, results: await getPatientRows(db, viewer, ids) }
}

/** A page of the patients of a rep, as the rep sees them: without the person, for every viewer. */
export async function findPatientsOfRep(db: Db, viewer: Viewer, rep: number, filter: PatientFilter) {
  await assertVisibleUser(db, viewer, rep, 'sales_rep')
  return findPatients(db, { id: rep, role: 'sales_rep' }, filter)
}

/** A page of the patients of all centers of a lab. */
export async function findPatientsOfAllCenters(db: Db, viewer: Viewer, lab: number, filter: PatientFilter) {
  await assertVisibleUser(db, viewer, lab, 'lab')
  return findPatients(db, { id: lab, role: 'lab' }, filter)
}

/** A page of the patients of a center, which must be assigned to this lab. */
export async function findPatientsOfLab(db: Db, viewer: Viewer, lab: number, center: number, filter: PatientFilter) {
  await assertVisibleUser(db, viewer, lab, 'lab')
  await assertVisibleUser(db, { id: lab, role: 'lab' }, center, 'harvest_center')
  return findPatients(db, viewer, filter, { column: 'harvest_center_id', id: center })
}

/** The patients of a visible center, sorted by name, for a select field. The column is their relation to the center. */
export async function findPatientOptions(
  db: Db,
  viewer: Viewer,
  column: CenterColumn,
  center: number,
  { to_send }: { to_send?: 'true' | undefined },
): Promise<Option[]> {
  await assertVisibleUser(db, viewer, center, centerRoles[column])
  const isWithLab = sql<boolean>`exists (
    select
    from lab_records l
    where l.domain_id = users.domain_id and l.user_id = users.id and l.date_adipose_received_by_lab is not null)`
  return db
    .selectFrom('users')
    .select(['users.id', sql.raw<string>(fullNameOf('users')).as('name')])
    .where('users.domain_id', '=', db.domainId)
    .where(`users.${column}`, '=', center)
    .where(patientsSeenBy(viewer))
    .where(to_send ? sql<boolean>`not ${isWithLab}` : sql<boolean>`true`)
    .orderBy('name')
    .orderBy('users.id')
    .execute()
}
