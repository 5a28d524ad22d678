/**
 * Lists of patients, newest first or sorted. The statement depends on the viewer and the filter, so that it reads only patients that the viewer may
 * see. Each statement finds exactly the patients of `patientsSeenBy`.
 */
import { type AllPatientsFilter, processingStages, type Stage } from '@vialdesk/contract/patients'
import { membershipIds } from '@vialdesk/contract/roles'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Bind, findPageIds, pageByTallies, pageOfGroups, pageOfMatches, type Query, sumOfTallies } from '#api/db/paging.ts'
import { isSortedFaster, type Order, pageInOrder } from '#api/db/sorted-paging.ts'
import type { Tables } from '#api/db/types.ts'
import { centersOfLab, patientsSeenBy, repsOf, seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { conditionsOf, isNarrow, matchesInOrder, stagesOf } from './patient-conditions.queries.ts'
import { isOrderOfNames, patientOrderOf } from './patient-orders.pure.ts'

/** The columns of `users` that name a center of a patient. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `center` limits the list to the patients of one center; its column is the relation between them. */
export type PatientListFilter = AllPatientsFilter & {
  center?: { column: CenterColumn; id: number }
}

/** A page of the patients that the viewer may see. */
export const findPatientIds = async (db: Db, viewer: Viewer, filter: PatientListFilter) =>
  findPageIds(db, await pageOfPatients(db, viewer, filter, patientOrderOf(viewer.role, filter)))

async function pageOfPatients(db: Db, viewer: Viewer, filter: PatientListFilter, order: Order | undefined): Promise<Query> {
  const groups = viewerGroupsOf(viewer)
  if (filter.search && groups && !seesPersons(viewer.role)) return searchForSales(db, groups.ids, filter, filter.search, order)
  if (filter.search && seesManyPatients(viewer, filter)) {
    return order ? searchSorted(db, viewer, filter, filter.search, order) : searchByIndex(db, viewer, filter, filter.search)
  }
  if (filter.search || filter.center) return pageOfVisible(db, viewer, filter, order)
  if (isNarrow(filter) || filter.stage === 'in_processing') return pageOfNarrow(db, viewer, groups, filter, order)
  if (viewer.role === 'admin') return order ? pageOfDomainInOrder(db, filter, order) : pageOfDomain(db, filter)
  if (!groups) return pageOfVisible(db, viewer, filter, order)
  return order ? pageOfGroupsInOrder(db, groups, filter, order) : pageOfViewerGroups(db, groups, filter)
}

/** A filter that is one tallied group is counted by tallies. What other filters leave is counted as it is. */
function pageOfNarrow(
  db: Db,
  viewer: Viewer,
  groups: ViewerGroups | undefined,
  filter: PatientListFilter,
  order: Order | undefined,
): Query {
  const chosen = chosenGroups(viewer, groups, filter)
  if (chosen && !order) return pageOfViewerGroups(db, chosen, filter)
  // The patients of a rep have no index in the order of their names.
  if (chosen && order && !(chosen.column === 'rep_id' && isOrderOfNames(order)))
    return pageOfGroupsInOrder(db, chosen, filter, order)
  return viewer.role === 'admin' || groups ? pageOfMany(db, groups, filter, order) : pageOfVisible(db, viewer, filter, order)
}

const rowsOfDomain = ({ stage }: PatientListFilter, bind: Bind) =>
  `patient_stages p where p.domain_id = $1 ${stage ? `and p.stage = ${bind(stage)}` : ''}`
const talliedUnder = ({ stage }: PatientListFilter) => (stage ? `stage:${stage}` : 'all')

const pageOfDomain = (db: Db, filter: PatientListFilter): Query =>
  pageByTallies(
    db,
    { list: 'patients', key: talliedUnder(filter), id: 'p.user_id', rows: (bind) => rowsOfDomain(filter, bind) },
    filter,
  )

const pageOfDomainInOrder = (db: Db, filter: PatientListFilter, order: Order): Query =>
  pageInOrder(
    db,
    {
      count: (bind) => sumOfTallies('patients', `key = ${bind(talliedUnder(filter))}`),
      id: 'p.user_id',
      rows: (bind) => rowsOfDomain(filter, bind),
    },
    order,
    filter,
  )

interface ViewerGroups {
  /** The ids of the centers of a lab, or of the reps of a sales line; or the names of stages. */
  ids: RawBuilder<unknown>
  /** The prefix of the tally keys of such a group. */
  prefix: 'center:' | 'rep:' | 'stage:'
  /** The column of `patient_stages` that names the group. */
  column: 'center_id' | 'rep_id' | 'stage'
}

/** The centers of a lab, or the reps of a sales role. The viewer may see all their patients, and these are tallied by group. */
function viewerGroupsOf(viewer: Viewer): ViewerGroups | undefined {
  if (viewer.role === 'lab') return { ids: centersOfLab(viewer.id), prefix: 'center:', column: 'center_id' }
  if (viewer.role === undefined || seesPersons(viewer.role)) return undefined
  const ids = viewer.role === 'sales_rep' ? sql`(select ${viewer.id}::bigint as id)` : repsOf(viewer)
  return { ids, prefix: 'rep:', column: 'rep_id' }
}

/** The groups of a filter that chooses whole groups and nothing else. */
function chosenGroups(viewer: Viewer, groups: ViewerGroups | undefined, filter: PatientListFilter): ViewerGroups | undefined {
  const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
  if (due || referral || filter.arrived) return undefined
  const chosen = [center, lab, rep].filter(Boolean).length
  if (chosen === 0) {
    const stages = sql`(select unnest(${processingStages}::text[]) as id)`
    return viewer.role === 'admin' ? { ids: stages, prefix: 'stage:', column: 'stage' } : groups
  }
  if (chosen > 1 || (viewer.role !== 'admin' && !(viewer.role === 'lab' && center))) return undefined
  if (rep) return { ids: sql`(select ${rep}::bigint as id)`, prefix: 'rep:', column: 'rep_id' }
  if (lab) return { ids: centersOfLab(lab), prefix: 'center:', column: 'center_id' }
  const isOwn = viewer.role === 'lab' ? sql`where ${center}::bigint in ${centersOfLab(viewer.id)}` : sql``
  return { ids: sql`(select ${center}::bigint as id ${isOwn})`, prefix: 'center:', column: 'center_id' }
}

/** For viewers of many patients: an index of patient_stages finds the few that the filter leaves. */
function pageOfMany(db: Db, groups: ViewerGroups | undefined, filter: PatientListFilter, sorted: Order | undefined): Query {
  const { column, order } = matchesInOrder(filter, sorted)
  const own = groups ? sql`and p.${sql.raw(groups.column)} in ${groups.ids}` : sql``
  const matches = sql`
    select p.user_id as id ${sql.raw(column)}
    from patient_stages p
    where p.domain_id = ${db.domainId} ${own} ${conditionsOf(db, filter)}`
  return pageOfMatches(matches.compile(db), filter, order)
}

/** The parts of a page of groups: which tallies count, and the rows of a group. The blocks of a group are the stages. */
function partsOfGroups({ prefix, column }: ViewerGroups, { stage }: PatientListFilter) {
  const stages = column === 'stage' ? undefined : stagesOf(stage)
  return {
    prefix,
    ...(stages && {
      blocks: (bind: Bind) =>
        `block in (select array_position(enum_range(null::patient_stage), s) from unnest(${bind(stages)}::patient_stage[]) s)`,
    }),
    id: 'p.user_id',
    rows: (bind: Bind, domain: string) =>
      `patient_stages p where p.domain_id = ${domain} and p.${column} = groups.id ${stages ? `and p.stage = any(${bind(stages)}::text[])` : ''}`,
  }
}

const pageOfViewerGroups = (db: Db, groups: ViewerGroups, filter: PatientListFilter): Query =>
  pageOfGroups(db, groups.ids.compile(db), { list: 'patients', ...partsOfGroups(groups, filter) }, filter)

function pageOfGroupsInOrder(db: Db, groups: ViewerGroups, filter: PatientListFilter, order: Order): Query {
  const { prefix, blocks, ...list } = partsOfGroups(groups, filter)
  const count = (bind: Bind, domain: string) => {
    const isKey = `key = any(array(select '${prefix}' || id from groups))`
    return sumOfTallies('patients', `${isKey} ${blocks ? `and ${blocks(bind)}` : ''}`, domain)
  }
  return pageInOrder(db, { ...list, count, groups: groups.ids.compile(db) }, order, filter)
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
  filter: PatientListFilter,
  search: string,
  sorted: Order | undefined,
): Query {
  const { center } = filter
  const { column, order } = matchesInOrder(filter, sorted)
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
    select p.user_id as id ${sql.raw(column)}
    from patient_stages p
    where ${inLine}
      and p.user_id = searched_id(${search})
    union
    select p.user_id ${sql.raw(column)}
    from patient_stages p
    where ${inLine}
      and exists (select from centers)
      and (p.center_id in (select id from centers) or p.referral_center_id in (select id from centers))`
  return pageOfMatches(matches.compile(db), filter, order)
}

/** Admins and labs have too many patients to read all of them in a search. */
const seesManyPatients = (viewer: Viewer, { center }: PatientListFilter) =>
  center === undefined && (viewer.role === 'admin' || viewer.role === 'lab')

const PATIENT = sql.lit(membershipIds.patient)
const centersSearchedBy = ({ id, role }: Viewer) => (role === 'lab' ? sql`array${centersOfLab(id)}` : sql`null::bigint[]`)

/** Searches the words of the person and the id. Uses the index of words, or for a lab the index of its centers. */
function searchByIndex(db: Db, viewer: Viewer, filter: PatientListFilter, search: string): Query {
  const { stage, offset, limit } = filter
  if (stage || isNarrow(filter)) return searchMatches(db, viewer, filter, search)
  return sql`
    select count, ids
    from find_users_page(${search}, ${PATIENT}, null, true, ${offset}, ${limit}, ${centersSearchedBy(viewer)})`.compile(db)
}

/** Reads all patients that the search finds. */
function searchMatches(db: Db, viewer: Viewer, filter: PatientListFilter, search: string, sorted?: Order): Query {
  const { column, order } = matchesInOrder(filter, sorted)
  const matches = sql`
    select p.user_id as id ${sql.raw(column)}
    from find_users(${search}, ${PATIENT}, null, true, ${centersSearchedBy(viewer)}) f (id)
    join patient_stages p on p.domain_id = ${db.domainId} and p.user_id = f.id
    where true ${conditionsOf(db, filter)}`
  return pageOfMatches(matches.compile(db), filter, order)
}

/** A word of very many patients is looked for in the patients in their order. A lab's search reads all patients of the lab anyway. */
async function searchSorted(db: Db, viewer: Viewer, filter: PatientListFilter, search: string, order: Order): Promise<Query> {
  if (viewer.role === 'lab' || isNarrow(filter) || filter.stage === 'in_processing')
    return searchMatches(db, viewer, filter, search, order)
  const { count } = await findPageIds(db, searchByIndex(db, viewer, { ...filter, offset: 0, limit: 1 }, search))
  const { count: all } = await findPageIds(db, pageOfDomain(db, { ...filter, offset: 0, limit: 1 }))
  if (isSortedFaster(count, all, filter)) return searchMatches(db, viewer, filter, search, order)
  const hasWords = (bind: Bind) => `exists (
      select
      from users u
      where u.domain_id = p.domain_id
        and u.id = p.user_id
        and u.search @@ (select search_query($1, ${bind(search)})))`
  return pageInOrder(
    db,
    {
      count: (bind) => `${bind(count)}::bigint`,
      id: 'p.user_id',
      rows: (bind) => `${rowsOfDomain(filter, bind)} and ${hasWords(bind)}`,
    },
    order,
    filter,
  )
}

/** For few patients: they are counted without tallies. */
function pageOfVisible(db: Db, viewer: Viewer, filter: PatientListFilter, sorted: Order | undefined): Query {
  const { search, center } = filter
  const { order } = matchesInOrder(filter, sorted)
  let visible = visiblePatients(db, viewer)
    .select(['users.id', 'p.due'])
    .where(sql<SqlBool>`true ${conditionsOf(db, filter)}`)
  if (sorted) visible = visible.select(sql.raw(sorted.value).as('sort_value'))
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  const found = search ? searchAmong(db, visible, search).compile(db) : visible.compile()
  return pageOfMatches(found, filter, order)
}

type VisibleTables = Tables & { p: Tables['patient_stages'] }

/** As `find_users`: a number finds the people that it names, or else words. */
function searchAmong(db: Db, visible: SelectQueryBuilder<VisibleTables, 'users' | 'p', { id: number }>, search: string) {
  const numbered = visible.where(sql<SqlBool>`users.id in (select n.id from find_users_by_number(${search}) n (id))`)
  const named = visible.where(sql<SqlBool>`users.search @@ search_query(${db.domainId}::bigint, ${search})`)
  return sql`
    with numbered as materialized (${numbered})
    select *
    from numbered
    union all
    select *
    from (${named}) named
    where not exists (select from numbered)`
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
