/** Teams of the sales line as those above see them. */
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import type { RepOfTeam, TeamMember } from '@vialdesk/contract/sales'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { pageFrom } from '#api/db/pages.ts'
import { assertVisibleUser, repsOf } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/actor.ts'

interface Team {
  /** The members `u` of the team of user $2. */
  of: string
  /** What each member brought, counted only for those on the page. */
  members: string
  columns?: string
  joins?: string
}

const { sales_rep, sales_manager, harvest_center, referral_harvest_center } = membershipOf

/** A center's line is its own rep's, so that the index by line and membership counts centers without passing patients. */
const centersBrought = `
  select count(*)
  from users c
  where c.domain_id = $1 and c.line_rep_id = p.id and c.active
    and c.subscription in (${harvest_center}, ${referral_harvest_center})`

const repsOfManager: Team = {
  of: `users u where u.domain_id = $1 and u.sales_manager_id = $2 and u.subscription = ${sales_rep} and u.active`,
  members: centersBrought,
}
const managersOfDistributor: Team = {
  of: `users u where u.domain_id = $1 and u.sales_distributor_id = $2 and u.subscription = ${sales_manager} and u.active`,
  members: `
    select count(*)
    from users r
    where r.domain_id = $1 and r.sales_manager_id = p.id and r.subscription = ${sales_rep} and r.active`,
}
const repsOfDistributor: Team = {
  of: `users u join users m on m.domain_id = $1 and m.id = u.sales_manager_id and m.subscription = ${sales_manager}
    where u.domain_id = $1 and m.sales_distributor_id = $2 and u.subscription = ${sales_rep} and u.active`,
  members: centersBrought,
  columns: `, json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name) as sales_manager`,
  joins: 'left join users m on m.domain_id = $1 and m.id = p.sales_manager_id',
}

/** $1 domain, $2 whose team, $3 limit, $4 offset. */
const pageText = ({ of, members, columns = '', joins = '' }: Team) => `
  select total.count, page.* from (select count(*) as count from ${of}) total left join lateral (
    select p.id, p.first_name, p.last_name, p.email, p.date_joined, (${members}) as members ${columns}
    from (select u.* from ${of} order by u.id desc limit $3 offset $4) p ${joins}) page on true
  order by page.id desc`
const REPS_OF_MANAGER = pageText(repsOfManager)
const MANAGERS_OF_DISTRIBUTOR = pageText(managersOfDistributor)
const REPS_OF_DISTRIBUTOR = pageText(repsOfDistributor)

const readPage = async <Row extends { id: number }>(db: Db, text: string, head: number, { limit, offset }: Paging) =>
  pageFrom<Row>(await db.rows(text, [db.domainId, head, limit, offset]))

export async function findRepsOfManager(db: Db, viewer: Viewer, manager: number, paging: Paging) {
  await assertVisibleUser(db, viewer, manager, 'sales_manager')
  return readPage<TeamMember>(db, REPS_OF_MANAGER, manager, paging)
}

export async function findManagersOfDistributor(db: Db, viewer: Viewer, distributor: number, paging: Paging) {
  await assertVisibleUser(db, viewer, distributor, 'sales_distributor')
  return readPage<TeamMember>(db, MANAGERS_OF_DISTRIBUTOR, distributor, paging)
}

export async function findRepsOfDistributor(db: Db, viewer: Viewer, distributor: number, paging: Paging) {
  await assertVisibleUser(db, viewer, distributor, 'sales_distributor')
  return readPage<RepOfTeam>(db, REPS_OF_DISTRIBUTOR, distributor, paging)
}

interface TeamFigures {
  sales_managers?: number
  sales_reps: number
  harvest_centers: number
  referral_harvest_centers: number
  /** Ids of the reps; those who left the portal still stand for what they brought. */
  reps: number[]
}

/** Who is in the caller's team, and which centers it brought. */
export async function countTeam(db: Db, viewer: Viewer): Promise<TeamFigures> {
  const managers = sql`(select count(*) from users m where m.domain_id = ${db.domainId} and m.sales_distributor_id = ${viewer.id}
    and m.subscription = ${sales_manager} and m.active) as sales_managers,`
  const { rows } = await sql<TeamFigures>`
    with reps as materialized ${repsOf(viewer)},
    centers as (
      select c.subscription
      from reps r
      join users c on c.domain_id = ${db.domainId} and c.line_rep_id = r.id and c.active
        and c.subscription in (${harvest_center}, ${referral_harvest_center}))
    select ${viewer.role === 'sales_distributor' ? managers : sql``}
      (select count(*) from reps r join users u on u.domain_id = ${db.domainId} and u.id = r.id and u.active) as sales_reps,
      (select count(*) from centers where subscription = ${harvest_center}) as harvest_centers,
      (select count(*) from centers where subscription = ${referral_harvest_center}) as referral_harvest_centers,
      array_to_json(array(select id from reps)) as reps`.execute(db)
  return rows[0] as TeamFigures
}
