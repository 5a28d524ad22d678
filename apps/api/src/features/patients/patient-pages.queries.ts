/**
 * Lists of patients, newest first. The statement depends on the viewer and the filter, so that it reads only patients that the viewer may
 * see. Each statement finds exactly the patients of `patientsSeenBy`.
 */
import { type AllPatientsFilter, processingStages, type Stage } from '@vialdesk/contract/patients'
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageByTallies, pageOfGroups, pageOfMatches, type Query } from '#api/db/paging.ts'
import type { Tables } from '#api/db/types.ts'
import { centersOfLab, patientsSeenBy, repsOf, seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { conditionsOf, isNarrow, orderOf, stagesOf } from './patient-conditions.queries.ts'

/** The columns of `users` that name a center of a patient. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `center` limits the list to the patients of one center; its column is the relation between them. */
export type PatientListFilter = AllPatientsFilter & { center?: { column: CenterColumn; id: number } }

/** A page of the patients that the viewer may see. */
export const findPatientIds = (db: Db, viewer: Viewer, filter: PatientListFilter) =>
  findPageIds(db, pageOfPatients(db, viewer, filter))

function pageOfPatients(db: Db, viewer: Viewer, filter: PatientListFilter): Query {
  const groups = viewerGroupsOf(viewer)
  if (filter.search && groups && !seesPersons(viewer.role)) return searchForSales(db, groups.ids, filter, filter.search)
  if (filter.arrived) return pageOfVisible(db, viewer, filter)
  if (filter.search && seesManyPatients(viewer, filter)) return searchByIndex(db, viewer, filter, filter.search)
  if (filter.search || filter.center) return pageOfVisible(db, viewer, filter)
  if (isNarrow(filter)) {
    const chosen = chosenGroups(viewer, filter)
    if (chosen) return pageOfTalliedGroups(db, chosen, filter)
    return viewer.role === 'admin' || groups ? pageOfMany(db, groups, filter) : pageOfVisible(db, viewer, filter)
  }
  if (viewer.role === 'admin') return pageOfDomain(db, filter)
  return groups ? pageOfTalliedGroups(db, groups, filter) : pageOfVisible(db, viewer, filter)
}

function pageOfDomain(db: Db, { stage, ...paging }: PatientListFilter): Query {
  if (stage === 'in_processing') return pageOfStages(db, processingStages, paging)
  return pageByTallies(
    db,
    {
      list: 'patients',
      key: stage ? `stage:${stage}` : 'all',
      id: 'p.user_id',
      rows: (bind) => `patient_stages p where p.domain_id = $1 ${stage ? `and p.stage = ${bind(stage)}` : ''}`,
    },
    paging,
  )
}

const pageOfStages = (db: Db, stages: readonly Stage[], paging: Paging): Query =>
  pageOfGroups(
    db,
    sql`select unnest(${stages}::text[]) as id`.compile(db),
    {
      list: 'patients',
      prefix: 'stage:',
      id: 'p.user_id',
      rows: (_, domain) => `patient_stages p where p.domain_id = ${domain} and p.stage = groups.id`,
    },
    paging,
  )

interface ViewerGroups {
  /** The ids of the centers of a lab, or of the reps of a sales line. */
  ids: RawBuilder<unknown>
  /** The prefix of the tally keys of such a group. */
  prefix: 'center:' | 'rep:'
  /** The column of `patient_stages` that names the group. */
  column: 'center_id' | 'rep_id'
}

/** The centers of a lab, or the reps of a sales role. The viewer may see all their patients, and these are tallied by group. */
function viewerGroupsOf(viewer: Viewer): ViewerGroups | undefined {
  if (viewer.role === 'lab') return { ids: centersOfLab(viewer.id), prefix: 'center:', column: 'center_id' }
  if (viewer.role === undefined || seesPersons(viewer.role)) return undefined
  const ids = viewer.role === 'sales_rep' ? sql`(select ${viewer.id}::bigint as id)` : repsOf(viewer)
  return { ids, prefix: 'rep:', column: 'rep_id' }
}

/** A filter that is nothing but one tallied group, which all viewers of the group see as a whole. */
function chosenGroups(viewer: Viewer, filter: PatientListFilter): ViewerGroups | undefined {
  const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
  const isOne = !(due || referral) && [center, lab, rep].filter(Boolean).length === 1
  if (!isOne || (viewer.role !== 'admin' && !(viewer.role === 'lab' && center))) return undefined
  if (rep) return { ids: sql`(select ${rep}::bigint as id)`, prefix: 'rep:', column: 'rep_id' }
  if (lab) return { ids: centersOfLab(lab), prefix: 'center:', column: 'center_id' }
  const own = viewer.role === 'lab' ? sql`where ${center}::bigint in ${centersOfLab(viewer.id)}` : sql``
  return { ids: sql`(select ${center}::bigint as id ${own})`, prefix: 'center:', column: 'center_id' }
}

/** For viewers of many patients: the filter leaves few of them, which an index of patient_stages finds. */
function pageOfMany(db: Db, groups: ViewerGroups | undefined, filter: PatientListFilter): Query {
  const own = groups ? sql`and p.${sql.raw(groups.column)} in ${groups.ids}` : sql``
  const matches = sql`
    select p.user_id as id, p.due
    from patient_stages p
    where p.domain_id = ${db.domainId} ${own} ${conditionsOf(db, filter)}`
  return pageOfMatches(matches.compile(db), filter, orderOf(filter))
}

function pageOfTalliedGroups(db: Db, { ids, prefix, column }: ViewerGroups, { stage, ...paging }: PatientListFilter): Query {
  const stages = stagesOf(stage)
  return pageOfGroups(
    db,
    ids.compile(db),
    {
      list: 'patients',
      prefix,
      // The blocks of a group are the stages.
      ...(stages && {
        blocks: (bind) =>
          `block in (select array_position(enum_range(null::patient_stage), s) from unnest(${bind(stages)}::patient_stage[]) s)`,
      }),
      id: 'p.user_id',
      rows: (bind, domain) =>
        `patient_stages p where p.domain_id = ${domain} and p.${column} = groups.id ${stages ? `and p.stage = any(${bind(stages)}::text[])` : ''}`,
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
function searchForSales(db: Db, reps: RawBuilder<unknown>, filter: PatientListFilter, search: string): Query {
  const { center } = filter
  const ofCenter = center ? sql`and ${sql.ref(stageColumnOf[center.column] ?? 'p.center_id')} = ${center.id}` : sql``
  const inLine = sql`p.domain_id = ${db.domainId} and p.rep_id in (select id from reps) ${conditionsOf(db, filter)} ${ofCenter}`
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
    select p.user_id as id, p.due
    from patient_stages p
    where ${inLine}
      and p.user_id = searched_id(${search})
    union
    select p.user_id, p.due
    from patient_stages p
    where ${inLine}
      and exists (select from centers)
      and (p.center_id in (select id from centers) or p.referral_center_id in (select id from centers))`
  return pageOfMatches(matches.compile(db), filter, orderOf(filter))
}

/** Admins and labs have too many patients to read all of them in a search. */
const seesManyPatients = (viewer: Viewer, { center }: PatientListFilter) =>
  center === undefined && (viewer.role === 'admin' || viewer.role === 'lab')

/** Searches the words of the person and the id. Uses the index of words, or for a lab the index of its centers. */
function searchByIndex(db: Db, viewer: Viewer, filter: PatientListFilter, search: string): Query {
  const centers = viewer.role === 'lab' ? sql`array${centersOfLab(viewer.id)}` : sql`null::bigint[]`
  const patient = sql.lit(membershipIds.patient)
  if (!(filter.stage || isNarrow(filter))) {
    const { offset, limit } = filter
    return sql`
      select count, ids
      from find_users_page(${search}, ${patient}, null, true, ${offset}, ${limit}, ${centers})`.compile(db)
  }
  const matches = sql`
    select p.user_id as id, p.due
    from find_users(${search}, ${patient}, null, true, ${centers}) f (id)
    join patient_stages p on p.domain_id = ${db.domainId} and p.user_id = f.id
    where true ${conditionsOf(db, filter)}`
  return pageOfMatches(matches.compile(db), filter, orderOf(filter))
}

/** Parcels are booked in within days, so they are few, and their patients are read before all other conditions. */
const arrivedPatients = (db: Db) => sql`
  select p.user_id
  from patient_stages p
  where p.domain_id = ${db.domainId} and p.arrived`

/** For few patients: they are counted without tallies. */
function pageOfVisible(db: Db, viewer: Viewer, filter: PatientListFilter): Query {
  const { search, center } = filter
  let visible = visiblePatients(db, viewer)
    .select(['users.id', 'patient_stages.due'])
    .where(sql<SqlBool>`true ${conditionsOf(db, filter, 'patient_stages')}`)
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  if (filter.arrived) visible = visible.where(sql<SqlBool>`users.id = any(array(${arrivedPatients(db)}))`)
  return pageOfMatches(search ? searchAmong(db, visible, search) : visible.compile(), filter, orderOf(filter))
}

/** As `find_users`: a number finds the people that it names, or else words. */
function searchAmong(
  db: Db,
  visible: SelectQueryBuilder<Tables, 'users' | 'patient_stages', { id: number; due: string | null }>,
  search: string,
) {
  const numbered = visible.where(sql<SqlBool>`users.id in (select n.id from find_users_by_number(${search}) n (id))`)
  const named = visible.where(sql<SqlBool>`users.search @@ search_query(${db.domainId}::bigint, ${search})`)
  return sql`
    with numbered as materialized (${numbered})
    select id, due
    from numbered
    union all
    select id, due
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
