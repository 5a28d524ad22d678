/** All patients of a filter that the viewer may see: for few patients, and to sort those of a search. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Matches, rowsOf } from '#api/db/list-pages.ts'
import { embed, hasWords, type Part } from '#api/db/paging.ts'
import { centersOfLab, patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type CenterColumn, conditionsOf, type PatientGroups, type PatientListFilter } from './patient-conditions.queries.ts'

/** For viewers of many patients: the filter leaves few of them, which an index of patient_stages finds. */
export const patientsOfFilter = (db: Db, groups: PatientGroups | undefined, filter: PatientListFilter): Matches =>
  rowsOf('p.user_id', (bind) => {
    const own = groups ? `and p.${groups.column} in ${embed(groups.ids.compile(db))(bind)}` : ''
    return `patient_stages p where p.domain_id = $1 ${own} ${conditionsOf(db, filter)(bind)}`
  })

/** The values of the functions that search patients (040-user-lists.sql). */
export function patientSearch(db: Db, { id, role }: Viewer, search: string): Part {
  const centers = role === 'lab' ? embed(sql`array${centersOfLab(id)}`.compile(db)) : () => 'null'
  return (bind) => `${bind(search)}, ${membershipIds.patient}, null, true, ${centers(bind)}`
}

/** All patients that a search among many finds. */
export function foundPatients(db: Db, viewer: Viewer, filter: PatientListFilter, search: string): Matches {
  return rowsOf(
    'p.user_id',
    (bind) => `find_users(${patientSearch(db, viewer, search)(bind)}) f (id)
    join patient_stages p on p.domain_id = $1 and p.user_id = f.id
    where true ${conditionsOf(db, filter)(bind)}`,
  )
}

/** A query of the patients that the viewer may see, with their stages. */
export function visiblePatients(db: Db, viewer: Viewer) {
  return db
    .selectFrom('users')
    .innerJoin('patient_stages as p', (join) =>
      join.onRef('p.domain_id', '=', 'users.domain_id').onRef('p.user_id', '=', 'users.id'),
    )
    .where('users.domain_id', '=', db.domainId)
    .where(patientsSeenBy(viewer))
}

/** Parcels are booked in within days, so they are few, and their patients are read before all other conditions. */
const ARRIVED = 'users.id = any(array(select a.user_id from patient_stages a where a.domain_id = $1 and a.arrived))'

/** For few patients: they are counted without tallies. */
export function seenPatients(db: Db, viewer: Viewer, filter: PatientListFilter): Matches {
  const { search, center, arrived } = filter
  let visible = visiblePatients(db, viewer).selectAll('p')
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  const all: Part = (bind) =>
    `${embed(visible.compile())(bind)} ${conditionsOf(db, filter)(bind)} ${arrived ? `and ${ARRIVED}` : ''}`
  return rowsOf('p.user_id', (bind) => `(${search ? searchAmong(all, search)(bind) : all(bind)}) p`)
}

/** As `find_users`: a number finds the people that it names, or else words. */
const searchAmong =
  (visible: Part, search: string): Part =>
  (bind) =>
    `
    with numbered as materialized (
      ${visible(bind)} and users.id in (select n.id from find_users_by_number(${bind(search)}) n (id)))
    select *
    from numbered
    union all
    select *
    from (${visible(bind)} and ${hasWords('users', search, bind)}) named
    where not exists (select from numbered)`

/** The column of `patient_stages` for a column of `users`. Sales roles have no list of the patients referred to a center. */
const stageColumnOf: { [C in CenterColumn]?: string } = {
  harvest_center_id: 'p.center_id',
  referral_harvest_center_id: 'p.referral_center_id',
}

/** The centers of the patients of `reps`, from the tallies (090-patient-stages.sql): a line has many more patients than centers. */
const CENTERS_OF_REPS = `
      select distinct t.block::bigint as id
      from tallies t
      where t.domain_id = $1
        and t.list = 'patients'
        and t.key = any(array(select 'centers:rep:' || id from reps))
        and t.n > 0`

/** With "offset 0" PostgreSQL reads the few patients of the center, and not those of all reps. */
const patientsOfCenters = (column: 'center_id' | 'referral_center_id') => `
      centers c
      cross join lateral (
        select *
        from patient_stages x
        where x.domain_id = $1 and x.${column} = c.id
        offset 0) p`

/**
 * Sales roles search by id and by the company of a center. The companies of the line's own centers are searched first, in an index that has
 * them (`users_with_company`), then the patients of the matching centers. Nearly all other companies are left out before their words are
 * parsed. A patient's row of `users` is not read, because sales roles do not see the person.
 */
export const patientsOfLine =
  (db: Db, reps: RawBuilder<unknown>, filter: PatientListFilter, search: string): Matches =>
  (columns) =>
  (bind) => {
    const { center } = filter
    const text = bind(search)
    const ofCenter = center ? `and ${stageColumnOf[center.column] ?? 'p.center_id'} = ${bind(center.id)}` : ''
    const inLine = `p.domain_id = $1 and p.rep_id in (select id from reps) ${conditionsOf(db, filter)(bind)} ${ofCenter}`
    return `
    with reps as materialized ${embed(reps.compile(db))(bind)},
    line_centers as materialized (${CENTERS_OF_REPS}),
    centers as materialized (
      select c.id
      from users c, search_query($1, ${text}) words
      where c.domain_id = $1
        and c.id in (select id from line_centers)
        and c.company <> ''
        and lower(c.company) like all(array(select '%' || word || '%' from unnest(split_words(${text})) word))
        and search_words(c.domain_id, c.company) @@ words)
    select p.user_id as id ${columns}
    from patient_stages p
    where ${inLine}
      and p.user_id = searched_id(${text})
    union
    select p.user_id ${columns}
    from ${patientsOfCenters('center_id')}
    where ${inLine}
    union
    select p.user_id ${columns}
    from ${patientsOfCenters('referral_center_id')}
    where ${inLine}`
  }
