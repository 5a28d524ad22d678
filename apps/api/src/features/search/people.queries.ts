/**
 * Finds users by name, email, company, number and phone number. Each viewer's statement reads only a few rows of the domain: admins and labs
 * with many patients search by the index of words (166-search.sql), others read the users that they may see.
 */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { RESULTS_PER_KIND, type SearchResult } from '@vialdesk/contract/people/search'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { displayNameOf, firstOf, fullNameOf } from '#api/db/user-sql.ts'
import {
  centersOfLab,
  othersSeenBy,
  patientsSeenBy,
  repsOf,
  seesPersons,
  usersSeenBy,
} from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

/** Ids with their rank, the best one first. */
type Candidates = RawBuilder<unknown>

const { admin, harvest_center, hc_staff, lab, observer, patient, referral_harvest_center } = membershipIds
const { sales_distributor, sales_manager, sales_rep } = membershipIds
const kindSql = sql`case users.subscription
  when ${sql.lit(patient)} then 'patient'
  when ${sql.lit(harvest_center)} then 'center'
  when ${sql.lit(referral_harvest_center)} then 'center'
  when ${sql.lit(lab)} then 'lab'
  else 'person'
end`
/** A center or lab is named by its company, also where it has a person. */
const nameSql = `case
  when users.subscription in (${harvest_center}, ${referral_harvest_center}, ${lab})
  then coalesce(nullif(users.company, ''), nullif(${fullNameOf('users')}, ''))
  else nullif(${displayNameOf('users')}, '')
end`
/** The memberships of each kind other than patients. */
const membershipGroups = [
  [admin, sales_rep, sales_manager, sales_distributor, hc_staff, observer],
  [harvest_center, referral_harvest_center],
  [lab],
]

/** A lab with at most this many patients reads them all. */
const FEW_PATIENTS = 5000

const rankedIds = (ids: RawBuilder<unknown>): Candidates =>
  sql`select n.id, 2 + n.place as rank from unnest(${ids}) with ordinality n (id, place)`

const namedPatients = (search: string, centers: RawBuilder<unknown>) =>
  rankedIds(sql`find_named_patients(${search}, ${RESULTS_PER_KIND}, ${centers})`)

const namedOthers = (search: string) =>
  membershipGroups.map((group) => rankedIds(sql`find_named_others(${search}, ${group}::smallint[], ${RESULTS_PER_KIND})`))

/** The users of a condition that have the words. All of them are read. As subqueries, the words are parsed once, not for each user. */
function namedAmong(db: Db, condition: RawBuilder<unknown> | ReturnType<typeof othersSeenBy>, search: string): Candidates {
  const exactly = sql`users.search @@ (select search_query(${db.domainId}::bigint, ${search}, '.'))`
  return sql`(${db
    .selectFrom('users')
    .select(['users.id', sql`case when ${exactly} then 2 else 3 end`.as('rank')])
    .where('users.domain_id', '=', db.domainId)
    .where(condition as ReturnType<typeof othersSeenBy>)
    .where(sql<SqlBool>`users.search @@ (select search_query(${db.domainId}::bigint, ${search}))`)})`
}

/** The reps, centers and managers below a manager or distributor. One condition for all of them would read every user. */
function teamOf(viewer: Viewer) {
  const centers = sql`(${sql.lit(harvest_center)}, ${sql.lit(referral_harvest_center)})`
  return sql<SqlBool>`users.id in (
    select r.id
    from ${repsOf(viewer)} r (id)
    union all
    select c.id
    from users c
    where c.domain_id = current_domain() and c.subscription in ${centers} and c.sales_rep_id in ${repsOf(viewer)}
    union all
    select m.id
    from users m
    where m.domain_id = current_domain()
      and m.subscription = ${sql.lit(sales_manager)}
      and m.sales_distributor_id = ${viewer.id})`
}

async function hasManyPatients(db: Db, viewer: Viewer): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(t.n), 0) as n
    from tallies t
    where t.domain_id = ${db.domainId}
      and t.list = 'patients'
      and t.key = any(array(select 'center:' || c.id from ${centersOfLab(viewer.id)} c (id)))`.execute(db)
  return Number(rows[0]?.n) > FEW_PATIENTS
}

async function namedUsers(db: Db, viewer: Viewer, search: string): Promise<Candidates[]> {
  if (viewer.role === 'admin') return [namedPatients(search, sql`null::bigint[]`), ...namedOthers(search)]
  if (viewer.role === 'sales_manager' || viewer.role === 'sales_distributor') {
    const seen = othersSeenBy(viewer)
    return [namedAmong(db, (users) => users.and([teamOf(viewer), seen(users)]), search)]
  }
  const others = namedAmong(db, othersSeenBy(viewer), search)
  if (!seesPersons(viewer.role)) return [others]
  if (viewer.role === 'lab' && (await hasManyPatients(db, viewer)))
    return [namedPatients(search, sql`array${centersOfLab(viewer.id)}`), others]
  return [namedAmong(db, patientsSeenBy(viewer), search), others]
}

interface FoundUser {
  id: number
  kind: 'patient' | 'person' | 'center' | 'lab'
  name: string
  membership: string
  email: string
  center: string
}

/** Sales roles see a patient by its number only, so the columns of the person are not selected for them. */
function selectFound(db: Db, viewer: Viewer, search: string, candidates: Candidates) {
  const isHidden = seesPersons(viewer.role) ? sql<SqlBool>`false` : sql<SqlBool>`users.subscription = ${sql.lit(patient)}`
  const shown = (column: string) => sql<string>`case when ${isHidden} then '' else ${sql.raw(column)} end`
  return (
    db
      .selectFrom(sql<{ id: number; rank: number }>`(${candidates})`.as('found'))
      .innerJoin('users', (join) => join.onRef('users.id', '=', 'found.id').on('users.domain_id', '=', db.domainId))
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.domain_id', '=', 'users.domain_id').onRef('m.id', '=', 'users.subscription'),
      )
      .leftJoin('users as c', (join) =>
        join
          .onRef('c.domain_id', '=', 'users.domain_id')
          .on('c.id', '=', sql.raw<number>(firstOf('users.harvest_center_id', 'users.referral_harvest_center_id'))),
      )
      .select([
        'users.id',
        sql<FoundUser['kind']>`${kindSql}`.as('kind'),
        shown(`coalesce(${nameSql}, users.email)`).as('name'),
        sql<string>`coalesce(m.name, '')`.as('membership'),
        shown(viewer.role === 'admin' ? 'users.email' : `''`).as('email'),
        sql<string>`coalesce(c.company, '')`.as('center'),
        sql`row_number() over (partition by ${kindSql} order by found.rank, users.id desc)`.as('place'),
      ])
      .where('users.active', '=', true)
      .where('users.id', '<>', viewer.id)
      .where(usersSeenBy(viewer))
      // A phone number must not tell a sales role whose it is.
      .where(sql<SqlBool>`(not ${isHidden} or users.id = searched_id(${search}))`)
  )
}

function toResult({ id, kind, name, membership, email, center }: FoundUser): SearchResult {
  const isPatient = kind === 'patient'
  const number = `Patient ${id}`
  const context = isPatient ? [name && number, center] : [membership, email]
  return {
    kind,
    key: String(id),
    title: isPatient ? name || number : name,
    context: context.filter(Boolean).join(' · '),
    patient_id: isPatient ? id : null,
  }
}

async function readBest(db: Db, viewer: Viewer, search: string, candidates: Candidates[]): Promise<FoundUser[]> {
  const every = sql.join(candidates, sql` union all `)
  const best = sql`select id, min(rank) as rank from (${every}) every_match group by id`
  const found = db
    .selectFrom(selectFound(db, viewer, search, best).as('ranked'))
    .selectAll()
    .where('place', '<=', RESULTS_PER_KIND)
  return (await found.orderBy('place').execute()) as FoundUser[]
}

/** As in lists, a number finds the people that it names, and words that begin with it only when there is nobody. */
export async function findPeople(db: Db, viewer: Viewer, search: string): Promise<SearchResult[]> {
  const numbered = sql`
    select n.id, case when n.id = searched_id(${search}) then 0 else 1 end as rank
    from find_users_by_number(${search}) n (id)`
  const named = async () => readBest(db, viewer, search, await namedUsers(db, viewer, search))
  const byNumber = /\d/.test(search) ? await readBest(db, viewer, search, [numbered]) : []
  return (byNumber.length > 0 ? byNumber : await named()).map(toResult)
}
