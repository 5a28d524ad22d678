/**
 * Which patients a list shows: their ids, newest first, and how many there are in all. Several ways, so that none of them reads
 * patients that the caller has nothing to do with; each finds just those of `patientsSeenBy`.
 */
import type { PatientFilter, Stage } from '@vialdesk/contract/patients'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { centersOfLab, patientsSeenBy, repsOf, seesPersons } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/actor.ts'

/** The columns of a patient that name a center. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `of` narrows a list to the patients of one center; in which way they are its patients, the column says. */
export type Wanted = Pick<PatientFilter, 'limit' | 'offset' | 'stage' | 'search'> & { of?: { column: CenterColumn; id: number } }
export interface Found {
  count: number
  ids: number[]
}

/** A page of the patients that the caller may see. */
export function findPatientIds(db: Db, who: Viewer, wanted: Wanted): Promise<Found> {
  const line = lineOf(who)
  if (wanted.search && line && !seesPersons(who.role)) return searchInLine(db, line.keys, wanted, wanted.search)
  if (wanted.search && hasMany(who, wanted)) return searchAmongMany(db, who, wanted, wanted.search)
  if (wanted.search || wanted.of) return findAmongVisible(db, who, wanted)
  if (who.role === 'admin') return findAmongAll(db, wanted)
  return line ? findInLine(db, line, wanted) : findAmongVisible(db, who, wanted)
}

/** The page starts in the block of ids where the running sum of the tallies passes the offset. */
const amongAll = (byStage: boolean) => `
  with blocks as (select block, n, sum(n) over (order by block desc) - n as before from tallies
      where domain_id = $1 and list = 'patients' and key = ${byStage ? `'stage:' || $4::text` : `'all'`} and n > 0),
    start as (select block, before from blocks where before + n > $2::bigint order by block desc limit 1)
  select coalesce((select sum(n) from blocks), 0) as count, array_to_json(array(
    select p.user_id from patient_stages p
    where p.domain_id = $1 ${byStage ? 'and p.stage = $4::text' : ''} and p.user_id < ((select block from start) + 1)::bigint << 10
    order by p.user_id desc limit $3 offset $2::bigint - (select before from start))) as ids`
const ALL = amongAll(false)
const ALL_OF_A_STAGE = amongAll(true)

async function findAmongAll(db: Db, { limit, offset, stage }: Wanted): Promise<Found> {
  const values = [db.domainId, offset, limit]
  const [found] = stage ? await db.rows<Found>(ALL_OF_A_STAGE, [...values, stage]) : await db.rows<Found>(ALL, values)
  return found as Found
}

/** The centers of a lab or the reps of a sales line: every patient of theirs is visible, and counted by the tallies. */
function lineOf(who: Viewer) {
  if (who.role === 'lab') return { keys: centersOfLab(who.id), column: sql.ref('p.center_id'), tally: 'center:' }
  if (who.role === undefined || seesPersons(who.role)) return undefined
  return {
    keys: who.role === 'sales_rep' ? sql`(select ${who.id}::bigint as id)` : repsOf(who),
    column: sql.ref('p.rep_id'),
    tally: 'rep:',
  }
}

async function findInLine(
  db: Db,
  line: NonNullable<ReturnType<typeof lineOf>>,
  { limit, offset, stage }: Wanted,
): Promise<Found> {
  const ofStage = stage ? sql`and t.block = array_position(enum_range(null::patient_stage), ${stage}::patient_stage)` : sql``
  const atStage = stage ? sql`and p.stage = ${stage}::text` : sql``
  const { rows } = await sql<Found>`
    with keys as materialized ${line.keys}
    select coalesce((select sum(t.n) from tallies t where t.domain_id = ${db.domainId} and t.list = 'patients'
      and t.key = any(array(select ${sql.lit(line.tally)} || k.id from keys k)) ${ofStage}), 0) as count, array_to_json(array(
      select newest.user_id from keys k cross join lateral (
        select p.user_id from patient_stages p where p.domain_id = ${db.domainId} and ${line.column} = k.id ${atStage}
        order by p.user_id desc limit ${limit + offset}::bigint) newest
      order by newest.user_id desc limit ${limit} offset ${offset})) as ids`.execute(db)
  return rows[0] as Found
}

/** Columns of `patient_stages` by those of users; sales has no list of those who were referred to a center. */
const placed: { [C in CenterColumn]?: string } = {
  harvest_center_id: 'p.center_id',
  referral_harvest_center_id: 'p.referral_center_id',
}

/**
 * Who may not know the person searches by id and by the company of a center: first the companies of the line's own centers, then
 * the patients of those that match. Nothing of a patient is read but its place.
 */
async function searchInLine(
  db: Db,
  keys: RawBuilder<unknown>,
  { limit, offset, stage, of }: Wanted,
  search: string,
): Promise<Found> {
  const id = /^\d{1,15}$/.test(search) ? Number(search) : null
  const atStage = stage ? sql`and p.stage = ${stage}::text` : sql``
  const ofCenter = of ? sql`and ${sql.ref(placed[of.column] ?? 'p.center_id')} = ${of.id}` : sql``
  const inLine = sql`p.domain_id = ${db.domainId} and p.rep_id in (select id from keys) ${atStage} ${ofCenter}`
  const { rows } = await sql<Found>`
    with keys as materialized ${keys},
    pairs as materialized (select distinct p.center_id, p.referral_center_id from patient_stages p where ${inLine}),
    named as materialized (select c.id from users c, search_query(${db.domainId}::bigint, ${search}) words
      where c.domain_id = ${db.domainId} and c.id in (select center_id from pairs union select referral_center_id from pairs)
        and c.search @@ words and search_words(c.domain_id, c.company) @@ words),
    mine as materialized (
      select p.user_id as id from patient_stages p where ${inLine} and p.user_id = ${id}::bigint
      union
      select p.user_id from patient_stages p where ${inLine} and exists (select from named)
        and (p.center_id in (select id from named) or p.referral_center_id in (select id from named)))
    select (select count(*) from mine) as count,
      array_to_json(array(select id from mine order by id desc limit ${limit} offset ${offset})) as ids`.execute(db)
  return rows[0] as Found
}

/** An admin and a lab have too many patients to read each of them for a word; a center has few. */
const hasMany = (who: Viewer, { of }: Wanted) => of === undefined && (who.role === 'admin' || who.role === 'lab')

/** By the person's words; the patient's id is one of them. The index of words finds them, or the index of the lab's centers. */
async function searchAmongMany(db: Db, who: Viewer, { limit, offset, stage }: Wanted, search: string): Promise<Found> {
  const centers = who.role === 'lab' ? sql`array${centersOfLab(who.id)}` : sql`null::bigint[]`
  const found = stage
    ? sql<Found>`
      with mine as materialized (
        select p.user_id as id from find_users(${search}, 2, null, true, ${centers}) f (id)
        join patient_stages p on p.domain_id = ${db.domainId} and p.user_id = f.id where p.stage = ${stage}::text)
      select (select count(*) from mine) as count,
        array_to_json(array(select id from mine order by id desc limit ${limit} offset ${offset})) as ids`
    : sql<Found>`
      select count, array_to_json(ids) as ids from find_users_page(${search}, 2, null, true, ${offset}, ${limit}, ${centers})`
  const { rows } = await found.execute(db)
  return rows[0] as Found
}

/** The few patients of a center, counted as they are. */
async function findAmongVisible(db: Db, who: Viewer, wanted: Wanted): Promise<Found> {
  const { limit, offset, stage, search, of } = wanted
  let visible = visiblePatients(db, who)
  if (stage) visible = visible.where('patient_stages.stage', '=', stage)
  if (of) visible = visible.where(`users.${of.column}`, '=', of.id)
  if (search) visible = visible.where(sql<SqlBool>`users.search @@ search_query(${db.domainId}::bigint, ${search})`)
  const { rows } = await sql<Found>`
    with mine as materialized (${visible.select('users.id')})
    select (select count(*) from mine) as count,
      array_to_json(array(select id from mine order by id desc limit ${limit} offset ${offset})) as ids`.execute(db)
  return rows[0] as Found
}

/** For other lists of patients: who may be seen, with where they stand. */
export function visiblePatients(db: Db, who: Viewer) {
  return db
    .selectFrom('users')
    .innerJoin('patient_stages', (join) =>
      join.onRef('patient_stages.domain_id', '=', 'users.domain_id').onRef('patient_stages.user_id', '=', 'users.id'),
    )
    .where('users.domain_id', '=', db.domainId)
    .where(patientsSeenBy(who))
}

/** How many of the patients that the caller may see stand at each stage, in order; stages without any are there with 0. */
export async function countStages(db: Db, who: Viewer): Promise<{ stage: Stage; count: number }[]> {
  const { rows } = await sql<{ stage: Stage; count: number }>`
    select s.stage, coalesce(c.n, 0) as count from unnest(enum_range(null::patient_stage)) with ordinality s (stage, place)
    left join (${stagesSeenBy(db, who)}) c on c.stage = s.stage::text order by s.place`.execute(db)
  return rows
}

/** All of a domain and those of a line are tallied; the few of a center are counted. */
function stagesSeenBy(db: Db, who: Viewer) {
  if (who.role === 'admin') {
    return sql`select substr(t.key, 7) as stage, sum(t.n) as n from tallies t
      where t.domain_id = ${db.domainId} and t.list = 'patients' and t.key in (select 'stage:' || s from unnest(enum_range(null::patient_stage)) s)
      group by 1`
  }
  const line = lineOf(who)
  if (line) {
    return sql`select (enum_range(null::patient_stage))[t.block]::text as stage, sum(t.n) as n from tallies t
      where t.domain_id = ${db.domainId} and t.list = 'patients' and t.key = any(array(select ${sql.lit(line.tally)} || k.id from ${line.keys} k)) group by 1`
  }
  return visiblePatients(db, who)
    .select(['patient_stages.stage', sql`count(*)`.as('n')])
    .groupBy('patient_stages.stage')
}
