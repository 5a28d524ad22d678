/**
 * Lists of patients, newest first. The statement depends on the viewer and the filter, so that it reads only patients that the viewer may
 * see. Each statement finds exactly the patients of `patientsSeenBy`.
 */
import type { PatientFilter, Stage } from '@vialdesk/contract/patients'
import { membershipIds } from '@vialdesk/contract/roles'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageByTallies, pageOfGroups, pageOfMatches, type Query } from '#api/db/paging.ts'
import type { Tables } from '#api/db/types.ts'
import { centersOfLab, patientsSeenBy, repsOf, seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

/** The columns of `users` that name a center of a patient. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `center` limits the list to the patients of one center; its column is the relation between them. */
export type PatientListFilter = Pick<PatientFilter, 'limit' | 'offset' | 'stage' | 'search' | 'arrived'> & {
  center?: { column: CenterColumn; id: number }
}

/** A page of the patients that the viewer may see. */
export const findPatientIds = (db: Db, viewer: Viewer, filter: PatientListFilter) =>
  findPageIds(db, pageOfPatients(db, viewer, filter))

function pageOfPatients(db: Db, viewer: Viewer, filter: PatientListFilter): Query {
  const groups = viewerGroupsOf(viewer)
  if (filter.search && groups && !seesPersons(viewer.role)) return searchForSales(db, groups.ids, filter, filter.search)
  if (filter.arrived) return pageOfVisible(db, viewer, filter)
  if (filter.search && seesManyPatients(viewer, filter)) return searchByIndex(db, viewer, filter, filter.search)
  if (filter.search || filter.center) return pageOfVisible(db, viewer, filter)
  if (viewer.role === 'admin') return pageOfDomain(db, filter)
  return groups ? pageOfViewerGroups(db, groups, filter) : pageOfVisible(db, viewer, filter)
}

const pageOfDomain = (db: Db, { stage, ...paging }: PatientListFilter): Query =>
  pageByTallies(
    db,
    {
      list: 'patients',
      key: stage ? `stage:${stage}` : 'all',
      id: 'p.user_id',
      rows: (bind) => `patient_stages p where p.domain_id = $1 ${stage ? `and p.stage = ${bind(stage)}` : ''}`,
    },
    paging,
  )

interface ViewerGroups {
  /** The ids of the centers of a lab, or of the reps of a sales line. */
  ids: RawBuilder<unknown>
  /** The prefix of the tally keys of such a group. */
  prefix: 'center:' | 'rep:'
  /** The column of `patient_stages` that names the group. */
  column: string
}

/** The centers of a lab, or the reps of a sales role. The viewer may see all their patients, and these are tallied by group. */
function viewerGroupsOf(viewer: Viewer): ViewerGroups | undefined {
  if (viewer.role === 'lab') return { ids: centersOfLab(viewer.id), prefix: 'center:', column: 'center_id' }
  if (viewer.role === undefined || seesPersons(viewer.role)) return undefined
  const ids = viewer.role === 'sales_rep' ? sql`(select ${viewer.id}::bigint as id)` : repsOf(viewer)
  return { ids, prefix: 'rep:', column: 'rep_id' }
}

function pageOfViewerGroups(db: Db, { ids, prefix, column }: ViewerGroups, { stage, ...paging }: PatientListFilter): Query {
  return pageOfGroups(
    db,
    ids.compile(db),
    {
      list: 'patients',
      prefix,
      // The blocks of a group are the stages.
      ...(stage && {
        blocks: (bind) => `block = array_position(enum_range(null::patient_stage), ${bind(stage)}::patient_stage)`,
      }),
      id: 'p.user_id',
      rows: (bind, domain) =>
        `patient_stages p where p.domain_id = ${domain} and p.${column} = groups.id ${stage ? `and p.stage = ${bind(stage)}` : ''}`,
    },
    paging,
  )
}

/** The column of `patient_stages` for a column of `users`. Sales roles have no list of the patients referred to a center. */
const stageColumnOf: { [C in CenterColumn]?: string } = {
  harvest_center_id: 'p.center_id',
  referral_harvest_center_id: 'p.referral_center_id',
}

/**
 * Sales roles search by id and by the company of a center. The companies of the line's own centers are searched first, then the patients
 * of the matching centers. A patient's row of `users` is not read, because sales roles do not see the person.
 */
function searchForSales(
  db: Db,
  reps: RawBuilder<unknown>,
  { stage, center, arrived, ...paging }: PatientListFilter,
  search: string,
): Query {
  const atStage = stage ? sql`and p.stage = ${stage}::text` : sql``
  const ofCenter = center ? sql`and ${sql.ref(stageColumnOf[center.column] ?? 'p.center_id')} = ${center.id}` : sql``
  const hasArrived = arrived ? sql`and p.arrived` : sql``
  const inLine = sql`p.domain_id = ${db.domainId} and p.rep_id in (select id from reps) ${atStage} ${ofCenter} ${hasArrived}`
  const matches = sql`
    with reps as materialized ${reps},
    pairs as materialized (
      select distinct p.center_id, p.referral_center_id
      from patient_stages p
      where ${inLine}),
    centers as materialized (
      select c.id
      from users c, search_query(${db.domainId}::bigint, ${search}) words
      where c.domain_id = ${db.domainId}
        and c.id in (select center_id from pairs union select referral_center_id from pairs)
        and c.search @@ words
        and search_words(c.domain_id, c.company) @@ words)
    select p.user_id as id
    from patient_stages p
    where ${inLine}
      and p.user_id = searched_id(${search})
    union
    select p.user_id
    from patient_stages p
    where ${inLine}
      and exists (select from centers)
      and (p.center_id in (select id from centers) or p.referral_center_id in (select id from centers))`
  return pageOfMatches(matches.compile(db), paging)
}

/** Admins and labs have too many patients to read all of them in a search. */
const seesManyPatients = (viewer: Viewer, { center }: PatientListFilter) =>
  center === undefined && (viewer.role === 'admin' || viewer.role === 'lab')

/** Searches the words of the person and the id. Uses the index of words, or for a lab the index of its centers. */
function searchByIndex(db: Db, viewer: Viewer, { stage, ...paging }: PatientListFilter, search: string): Query {
  const centers = viewer.role === 'lab' ? sql`array${centersOfLab(viewer.id)}` : sql`null::bigint[]`
  const patient = sql.lit(membershipIds.patient)
  if (!stage) {
    const { offset, limit } = paging
    return sql`
      select count, ids
      from find_users_page(${search}, ${patient}, null, true, ${offset}, ${limit}, ${centers})`.compile(db)
  }
  const matches = sql`
    select p.user_id as id
    from find_users(${search}, ${patient}, null, true, ${centers}) f (id)
    join patient_stages p on p.domain_id = ${db.domainId} and p.user_id = f.id
    where p.stage = ${stage}::text`
  return pageOfMatches(matches.compile(db), paging)
}

/** Parcels are booked in within days, so they are few, and their patients are read before all other conditions. */
const arrivedPatients = (db: Db) => sql`
  select p.user_id
  from patient_stages p
  where p.domain_id = ${db.domainId} and p.arrived`

/** For few patients: they are counted without tallies. */
function pageOfVisible(db: Db, viewer: Viewer, { stage, search, center, arrived, ...paging }: PatientListFilter): Query {
  let visible = visiblePatients(db, viewer).select('users.id')
  if (stage) visible = visible.where('patient_stages.stage', '=', stage)
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  if (arrived) visible = visible.where(sql<SqlBool>`users.id = any(array(${arrivedPatients(db)}))`)
  return pageOfMatches(search ? searchAmong(db, visible, search) : visible.compile(), paging)
}

/** As `find_users`: a number finds the people that it names, or else words. */
function searchAmong(db: Db, visible: SelectQueryBuilder<Tables, 'users' | 'patient_stages', { id: number }>, search: string) {
  const numbered = visible.where(sql<SqlBool>`users.id in (select n.id from find_users_by_number(${search}) n (id))`)
  const named = visible.where(sql<SqlBool>`users.search @@ search_query(${db.domainId}::bigint, ${search})`)
  return sql`
    with numbered as materialized (${numbered})
    select id
    from numbered
    union all
    select id
    from (${named}) named
    where not exists (select from numbered)`.compile(db)
}

/** A query of the patients that the viewer may see, with their stages. */
export function visiblePatients(db: Db, viewer: Viewer) {
  return db
    .selectFrom('users')
    .innerJoin('patient_stages', (join) =>
      join.onRef('patient_stages.domain_id', '=', 'users.domain_id').onRef('patient_stages.user_id', '=', 'users.id'),
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
    .select(['patient_stages.stage', sql`count(*)`.as('n')])
    .groupBy('patient_stages.stage')
}
