/**
 * Lists of patients. The statement depends on the viewer and the filter, so that it reads only patients that the viewer may
 * see. Each statement finds exactly the patients of `patientsSeenBy`.
 */
import type { AllPatientsFilter, Stage } from '@vialdesk/contract/patients'
import { membershipIds } from '@vialdesk/contract/roles'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageOfMatches, type Query } from '#api/db/paging.ts'
import { type Order, sortedMatches } from '#api/db/sorted-paging.ts'
import type { Tables } from '#api/db/types.ts'
import { centersOfLab, patientsSeenBy, seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { conditionsOf, isNarrow, ownOrderOf } from './patient-conditions.queries.ts'
import { chosenGroups, type PatientGroups, viewerGroupsOf } from './patient-groups.queries.ts'
import { patientOrderOf } from './patient-orders.queries.ts'
import {
  filterDomainInOrder,
  pageOfDomainInOrder,
  pageOfGroupsInOrder,
  searchDomainInOrder,
} from './patients-in-order.queries.ts'
import { hasTallies, pageOfDomain, pageOfTalliedGroups } from './tallied-patients.queries.ts'
import { validatePatientFilter, validatePatientSort } from './validate-sort.commands.ts'

/** The columns of `users` that name a center of a patient. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `center` limits the list to the patients of one center; its column is the relation between them. */
export type PatientListFilter = AllPatientsFilter & { center?: { column: CenterColumn; id: number } }

/** A page of the patients that the viewer may see. */
export const findPatientIds = async (db: Db, viewer: Viewer, filter: PatientListFilter) => {
  validatePatientSort(viewer.role, filter.sort)
  validatePatientFilter(viewer.role, filter)
  const order = patientOrderOf(filter)
  return findPageIds(db, await (order ? pageInAskedOrder(db, viewer, filter, order) : pageOfPatients(db, viewer, filter)))
}

/** The order of the matches of a filter, and the column that it needs. */
const orderOfMatches = (filter: PatientListFilter, order: Order | undefined) =>
  order ? sortedMatches(order) : { column: ', p.due', order: ownOrderOf(filter) }

/** In the asked order, by the same ways as in `pageOfPatients`. */
function pageInAskedOrder(db: Db, viewer: Viewer, filter: PatientListFilter, order: Order): Query | Promise<Query> {
  const { search } = filter
  const groups = viewerGroupsOf(viewer)
  if (search && groups && !seesPersons(viewer.role)) return searchForSales(db, groups.ids, filter, search, order)
  if (filter.arrived) return pageOfVisible(db, viewer, filter, order)
  if (search && seesManyPatients(viewer, filter)) return searchInOrder(db, viewer, filter, search, order)
  if (search || filter.center) return pageOfVisible(db, viewer, filter, order)
  if (isNarrow(filter)) {
    const chosen = chosenGroups(viewer, filter)
    if (chosen && !filter.never_signed_in) return pageOfGroupsInOrder(db, chosen, filter, order)
    return viewer.role === 'admin' || groups ? pageOfMany(db, groups, filter, order) : pageOfVisible(db, viewer, filter, order)
  }
  if (viewer.role === 'admin' && filter.never_signed_in) return pageOfNeverSignedIn(db, filter, order)
  if (viewer.role === 'admin') return pageOfDomainInOrder(db, filter, order)
  return groups ? pageOfGroupsInOrder(db, groups, filter, order) : pageOfVisible(db, viewer, filter, order)
}

/** For admins. The indexes of the orders do not have this filter. */
function pageOfNeverSignedIn(db: Db, filter: PatientListFilter, order: Order): Promise<Query> {
  const one = { limit: 1, offset: 0 }
  return filterDomainInOrder(
    db,
    {
      own: pageOfDomain(db, { ...filter, ...one }),
      all: pageOfDomain(db, one),
      matches: (column) => selectMany(db, undefined, filter, column).compile(db),
    },
    filter,
    order,
  )
}

/** A lab's search reads all patients of the lab anyway, so they are sorted. */
function searchInOrder(db: Db, viewer: Viewer, filter: PatientListFilter, search: string, order: Order): Query | Promise<Query> {
  if (viewer.role === 'lab') return searchMatches(db, viewer, filter, search, order)
  const one = { limit: 1, offset: 0 }
  return searchDomainInOrder(
    db,
    {
      own: searchByIndex(db, viewer, { ...filter, ...one }, search),
      all: pageOfDomain(db, one),
      matches: (column) => selectFound(db, viewer, filter, search, column),
    },
    filter,
    search,
    order,
  )
}

function pageOfPatients(db: Db, viewer: Viewer, filter: PatientListFilter): Query {
  const groups = viewerGroupsOf(viewer)
  if (filter.search && groups && !seesPersons(viewer.role)) return searchForSales(db, groups.ids, filter, filter.search)
  if (filter.arrived) return pageOfVisible(db, viewer, filter)
  if (filter.search && seesManyPatients(viewer, filter)) return searchByIndex(db, viewer, filter, filter.search)
  if (filter.search || filter.center) return pageOfVisible(db, viewer, filter)
  if (isNarrow(filter)) {
    const chosen = chosenGroups(viewer, filter)
    if (chosen && hasTallies(chosen, filter)) return pageOfTalliedGroups(db, chosen, filter)
    return viewer.role === 'admin' || groups ? pageOfMany(db, groups, filter) : pageOfVisible(db, viewer, filter)
  }
  if (viewer.role === 'admin') return pageOfDomain(db, filter)
  return groups ? pageOfTalliedGroups(db, groups, filter) : pageOfVisible(db, viewer, filter)
}

/** For viewers of many patients: the filter leaves few of them, which an index of patient_stages finds. */
function pageOfMany(db: Db, groups: PatientGroups | undefined, filter: PatientListFilter, sorted?: Order): Query {
  const { column, order } = orderOfMatches(filter, sorted)
  return pageOfMatches(selectMany(db, groups, filter, column).compile(db), filter, order)
}

function selectMany(db: Db, groups: PatientGroups | undefined, filter: PatientListFilter, column: string) {
  const own = groups ? sql`and p.${sql.raw(groups.column)} in ${groups.ids}` : sql``
  return sql`
    select p.user_id as id ${sql.raw(column)}
    from patient_stages p
    where p.domain_id = ${db.domainId} ${own} ${conditionsOf(db, filter)}`
}

/** The column of `patient_stages` for a column of `users`. Sales roles have no list of the patients referred to a center. */
const stageColumnOf: { [C in CenterColumn]?: string } = {
  harvest_center_id: 'p.center_id',
  referral_harvest_center_id: 'p.referral_center_id',
}

/** The centers of the patients of `reps`, from the tallies (090-patient-stages.sql): a line has many more patients than centers. */
const centersOfReps = (db: Db) => sql`
      select distinct t.block::bigint as id
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key = any(array(select 'centers:rep:' || id from reps))
        and t.n > 0`

/** Whether the company of the center `c` may have the words: nearly all other companies are left out before their words are parsed. */
const mayHaveWords = (search: string) => sql`
        c.company <> ''
        and lower(c.company) like all(array(select '%' || word || '%' from unnest(split_words(${search})) word))`

/** With "offset 0" PostgreSQL reads the few patients of the center, and not those of all reps. */
const patientsOfCenters = (db: Db, column: 'center_id' | 'referral_center_id') => sql`
      centers c
      cross join lateral (
        select *
        from patient_stages x
        where x.domain_id = ${db.domainId} and x.${sql.ref(column)} = c.id
        offset 0) p`

/**
 * Sales roles search by id and by the company of a center. The companies of the line's own centers are searched first, in an index that has
 * them (`users_with_company`), then the patients of the matching centers. A patient's row of `users` is not read, because sales roles do not see the person.
 */
function searchForSales(db: Db, reps: RawBuilder<unknown>, filter: PatientListFilter, search: string, sorted?: Order): Query {
  const { column, order } = orderOfMatches(filter, sorted)
  const { center } = filter
  const ofCenter = center ? sql`and ${sql.ref(stageColumnOf[center.column] ?? 'p.center_id')} = ${center.id}` : sql``
  const inLine = sql`p.domain_id = ${db.domainId} and p.rep_id in (select id from reps) ${conditionsOf(db, filter)} ${ofCenter}`
  const matches = sql`
    with reps as materialized ${reps},
    line_centers as materialized (${centersOfReps(db)}),
    centers as materialized (
      select c.id
      from users c, search_query(${db.domainId}::bigint, ${search}) words
      where c.domain_id = ${db.domainId}
        and c.id in (select id from line_centers)
        and ${mayHaveWords(search)}
        and search_words(c.domain_id, c.company) @@ words)
    select p.user_id as id ${sql.raw(column)}
    from patient_stages p
    where ${inLine}
      and p.user_id = searched_id(${search})
    union
    select p.user_id ${sql.raw(column)}
    from ${patientsOfCenters(db, 'center_id')}
    where ${inLine}
    union
    select p.user_id ${sql.raw(column)}
    from ${patientsOfCenters(db, 'referral_center_id')}
    where ${inLine}`
  return pageOfMatches(matches.compile(db), filter, order)
}

/** Admins and labs have too many patients to read all of them in a search. */
const seesManyPatients = (viewer: Viewer, { center }: PatientListFilter) =>
  center === undefined && (viewer.role === 'admin' || viewer.role === 'lab')

const PATIENT = sql.lit(membershipIds.patient)
const centersSearchedBy = ({ id, role }: Viewer) => (role === 'lab' ? sql`array${centersOfLab(id)}` : sql`null::bigint[]`)

/** Searches the words of the person and the id. Uses the index of words, or for a lab the index of its centers. */
function searchByIndex(db: Db, viewer: Viewer, filter: PatientListFilter, search: string): Query {
  if (filter.stage || filter.never_signed_in || isNarrow(filter)) return searchMatches(db, viewer, filter, search)
  const { offset, limit } = filter
  return sql`
    select count, ids
    from find_users_page(${search}, ${PATIENT}, null, true, ${offset}, ${limit}, ${centersSearchedBy(viewer)})`.compile(db)
}

/** All patients that the search finds. */
const selectFound = (db: Db, viewer: Viewer, filter: PatientListFilter, search: string, column: string): Query =>
  sql`
    select p.user_id as id ${sql.raw(column)}
    from find_users(${search}, ${PATIENT}, null, true, ${centersSearchedBy(viewer)}) f (id)
    join patient_stages p on p.domain_id = ${db.domainId} and p.user_id = f.id
    where true ${conditionsOf(db, filter)}`.compile(db)

function searchMatches(db: Db, viewer: Viewer, filter: PatientListFilter, search: string, sorted?: Order): Query {
  const { column, order } = orderOfMatches(filter, sorted)
  return pageOfMatches(selectFound(db, viewer, filter, search, column), filter, order)
}

/** Parcels are booked in within days, so they are few, and their patients are read before all other conditions. */
const arrivedPatients = (db: Db) => sql`
  select p.user_id
  from patient_stages p
  where p.domain_id = ${db.domainId} and p.arrived`

/** For few patients: they are counted without tallies. */
function pageOfVisible(db: Db, viewer: Viewer, filter: PatientListFilter, sorted?: Order): Query {
  const { search, center } = filter
  let visible = visiblePatients(db, viewer)
    .select(['users.id', 'p.due', sql.raw(sorted?.value ?? 'null').as('sort_value')])
    .where(sql<SqlBool>`true ${conditionsOf(db, filter)}`)
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  if (filter.arrived) visible = visible.where(sql<SqlBool>`users.id = any(array(${arrivedPatients(db)}))`)
  const { order } = orderOfMatches(filter, sorted)
  return pageOfMatches(search ? searchAmong(db, visible, search) : visible.compile(), filter, order)
}

/** As `find_users`: a number finds the people that it names, or else words. */
function searchAmong<Row>(db: Db, visible: SelectQueryBuilder<VisibleTables, 'users' | 'p', Row>, search: string): Query {
  const numbered = visible.where(sql<SqlBool>`users.id in (select n.id from find_users_by_number(${search}) n (id))`)
  const named = visible.where(sql<SqlBool>`users.search @@ (select search_query(${db.domainId}::bigint, ${search}))`)
  return sql`
    with numbered as materialized (${numbered})
    select *
    from numbered
    union all
    select *
    from (${named}) named
    where not exists (select from numbered)`.compile(db)
}

type VisibleTables = Tables & { p: Tables['patient_stages'] }

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

/** The number of visible patients at each stage, in the order of the stages. A stage without patients has 0. */
export async function countStages(db: Db, viewer: Viewer): Promise<{ stage: Stage; count: number }[]> {
  const { rows } = await sql<{ stage: Stage; count: number }>`
    select s.stage, coalesce(c.n, 0) as count
    from unnest(enum_range(null::patient_stage)) with ordinality s (stage, place)
    left join (${stageCounts(db, viewer)}) c on c.stage = s.stage::text
    order by s.place`.execute(db)
  return rows
}

/** Sums tallies for admins, labs and sales roles. Counts the few patients of other viewers. */
function stageCounts(db: Db, viewer: Viewer) {
  if (viewer.role === 'admin') {
    return sql`
      select substr(t.key, 7) as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key in (select 'stage:' || s from unnest(enum_range(null::patient_stage)) s)
      group by 1`
  }
  const groups = viewerGroupsOf(viewer)
  if (groups) {
    return sql`
      select (enum_range(null::patient_stage))[t.block]::text as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key = any(array(select ${sql.lit(groups.prefix)} || g.id from ${groups.ids} g))
      group by 1`
  }
  return visiblePatients(db, viewer)
    .select(['p.stage', sql`count(*)`.as('n')])
    .groupBy('p.stage')
}
