/**
 * Lists of patients, newest first. There are several ways to find a page, so that none of them reads patients whom the caller may not
 * see. Each way finds exactly the patients of `patientsSeenBy`.
 */
import type { PatientFilter, Stage } from '@vialdesk/contract/patients'
import { membershipIds } from '@vialdesk/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageByTallies, pageOfGroups, pageOfMatches, type Query } from '#api/db/paging.ts'
import { centersOfLab, patientsSeenBy, repsOf, seesPersons } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

/** The columns of a patient that name a center. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `of` narrows a list to the patients of one center. Its column says in which way they are the center's. */
export type PatientListFilter = Pick<PatientFilter, 'limit' | 'offset' | 'stage' | 'search'> & {
  center?: { column: CenterColumn; id: number }
}

/** A page of the patients that the caller may see. */
export const findPatientIds = (db: Db, who: Viewer, wanted: PatientListFilter) => findPageIds(db, pageOfPatients(db, who, wanted))

function pageOfPatients(db: Db, who: Viewer, wanted: PatientListFilter): Query {
  const line = viewerGroupsOf(who)
  if (wanted.search && line && !seesPersons(who.role)) return searchForSales(db, line.groups, wanted, wanted.search)
  if (wanted.search && seesManyPatients(who, wanted)) return searchByIndex(db, who, wanted, wanted.search)
  if (wanted.search || wanted.center) return pageOfVisible(db, who, wanted)
  if (who.role === 'admin') return pageOfDomain(db, wanted)
  return line ? pageOfViewerGroups(db, line, wanted) : pageOfVisible(db, who, wanted)
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
  groups: RawBuilder<unknown>
  /** How the tallies name a group. */
  prefix: 'center:' | 'rep:'
  /** The column of `patient_stages` that names the group. */
  column: string
}

/** For a lab its centers, for a sales role its reps. All patients of these are visible, and are tallied. */
function viewerGroupsOf(who: Viewer): ViewerGroups | undefined {
  if (who.role === 'lab') return { groups: centersOfLab(who.id), prefix: 'center:', column: 'center_id' }
  if (who.role === undefined || seesPersons(who.role)) return undefined
  const groups = who.role === 'sales_rep' ? sql`(select ${who.id}::bigint as id)` : repsOf(who)
  return { groups, prefix: 'rep:', column: 'rep_id' }
}

function pageOfViewerGroups(db: Db, { groups, prefix, column }: ViewerGroups, { stage, ...paging }: PatientListFilter): Query {
  return pageOfGroups(
    db,
    groups.compile(db),
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

/** Columns of `patient_stages` by those of users. Sales roles have no list of the patients referred to a center. */
const stageColumnOf: { [C in CenterColumn]?: string } = {
  harvest_center_id: 'p.center_id',
  referral_harvest_center_id: 'p.referral_center_id',
}

/**
 * Sales roles search by id and by the company of a center: first the companies of the line's own centers, then the patients of those that
 * match. Of a patient only the row of `patient_stages` is read.
 */
function searchForSales(db: Db, reps: RawBuilder<unknown>, { stage, center, ...paging }: PatientListFilter, search: string): Query {
  const id = /^\d{1,15}$/.test(search) ? Number(search) : null
  const atStage = stage ? sql`and p.stage = ${stage}::text` : sql``
  const ofCenter = center ? sql`and ${sql.ref(stageColumnOf[center.column] ?? 'p.center_id')} = ${center.id}` : sql``
  const inLine = sql`p.domain_id = ${db.domainId} and p.rep_id in (select id from reps) ${atStage} ${ofCenter}`
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
      and p.user_id = ${id}::bigint
    union
    select p.user_id
    from patient_stages p
    where ${inLine}
      and exists (select from centers)
      and (p.center_id in (select id from centers) or p.referral_center_id in (select id from centers))`
  return pageOfMatches(matches.compile(db), paging)
}

/** An admin and a lab have too many patients to read each of them for a word. A center has few. */
const seesManyPatients = (who: Viewer, { center }: PatientListFilter) => center === undefined && (who.role === 'admin' || who.role === 'lab')

/** By the person's words, one of which is the patient's id. They are found by the index of words, or by the index of the lab's centers. */
function searchByIndex(db: Db, who: Viewer, { stage, ...paging }: PatientListFilter, search: string): Query {
  const centers = who.role === 'lab' ? sql`array${centersOfLab(who.id)}` : sql`null::bigint[]`
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

/** The few patients of a center, counted as they are. */
function pageOfVisible(db: Db, who: Viewer, { stage, search, center, ...paging }: PatientListFilter): Query {
  let visible = visiblePatients(db, who).select('users.id')
  if (stage) visible = visible.where('patient_stages.stage', '=', stage)
  if (center) visible = visible.where(`users.${center.column}`, '=', center.id)
  if (search) visible = visible.where(sql<SqlBool>`users.search @@ search_query(${db.domainId}::bigint, ${search})`)
  return pageOfMatches(visible.compile(), paging)
}

/** The patients that the caller may see, with their stages. */
export function visiblePatients(db: Db, who: Viewer) {
  return db
    .selectFrom('users')
    .innerJoin('patient_stages', (join) =>
      join.onRef('patient_stages.domain_id', '=', 'users.domain_id').onRef('patient_stages.user_id', '=', 'users.id'),
    )
    .where('users.domain_id', '=', db.domainId)
    .where(patientsSeenBy(who))
}

/** How many of the patients that the caller may see are at each stage, in the order of the stages. A stage without patients has 0. */
export async function countStages(db: Db, who: Viewer): Promise<{ stage: Stage; count: number }[]> {
  const { rows } = await sql<{ stage: Stage; count: number }>`
    select s.stage, coalesce(c.n, 0) as count
    from unnest(enum_range(null::patient_stage)) with ordinality s (stage, place)
    left join (${stageCounts(db, who)}) c on c.stage = s.stage::text
    order by s.place`.execute(db)
  return rows
}

/** All patients of a domain and those of a line are tallied. The few patients of a center are counted. */
function stageCounts(db: Db, who: Viewer) {
  if (who.role === 'admin') {
    return sql`
      select substr(t.key, 7) as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key in (select 'stage:' || s from unnest(enum_range(null::patient_stage)) s)
      group by 1`
  }
  const line = viewerGroupsOf(who)
  if (line) {
    return sql`
      select (enum_range(null::patient_stage))[t.block]::text as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key = any(array(select ${sql.lit(line.prefix)} || g.id from ${line.groups} g))
      group by 1`
  }
  return visiblePatients(db, who)
    .select(['patient_stages.stage', sql`count(*)`.as('n')])
    .groupBy('patient_stages.stage')
}
