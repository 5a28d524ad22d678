/** Teams of the sales line, as a manager or a distributor sees them. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { TeamFilter, TeamMember, TeamRep } from '@vialdesk/contract/people/sales'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { rowsOf } from '#api/db/list-pages.ts'
import { orderOf, sortedName } from '#api/db/sorted-paging.ts'
import { personOf } from '#api/db/user-sql.ts'
import { readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { assertVisibleUser, repsOf } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

interface TeamQuery {
  /** The members `u` of the team of this leader, as the text after "from". */
  members: (leader: string) => string
  /** The number of users below each member `u`, counted only for the members on the page. */
  memberCount: string
  columns?: string
  joins?: string
}

const { sales_rep, sales_manager, harvest_center, referral_harvest_center } = membershipIds

/** `line_rep_id` of a center is its own rep, so the index by rep and membership counts centers without reading patients. */
const centersBroughtSql = `
      select count(*)
      from users c
      where c.domain_id = $1
        and c.line_rep_id = u.id
        and c.subscription in (${harvest_center}, ${referral_harvest_center})
        and c.active`

const repsOfManager: TeamQuery = {
  members: (leader) => `users u
    where u.domain_id = $1
      and u.sales_manager_id = ${leader}
      and u.subscription = ${sales_rep}
      and u.active`,
  memberCount: centersBroughtSql,
}
const managersOfDistributor: TeamQuery = {
  members: (leader) => `users u
    where u.domain_id = $1
      and u.sales_distributor_id = ${leader}
      and u.subscription = ${sales_manager}
      and u.active`,
  memberCount: `
      select count(*)
      from users r
      where r.domain_id = $1
        and r.sales_manager_id = u.id
        and r.subscription = ${sales_rep}
        and r.active`,
}
const repsOfDistributor: TeamQuery = {
  members: (leader) => `users u
    join users m on m.domain_id = $1 and m.id = u.sales_manager_id and m.subscription = ${sales_manager}
    where u.domain_id = $1
      and m.sales_distributor_id = ${leader}
      and u.subscription = ${sales_rep}
      and u.active`,
  memberCount: centersBroughtSql,
  columns: `, ${personOf('m')} as sales_manager`,
  joins: 'left join users m on m.domain_id = $1 and m.id = u.sales_manager_id',
}

function findTeam<Row extends { id: number }>(
  db: Db,
  { members, memberCount, columns = '', joins = '' }: TeamQuery,
  leader: number,
  filter: TeamFilter,
) {
  const values = {
    name: sortedName('u'),
    email: { value: 'u.email_key collate "C"' },
    joined: { value: 'u.date_joined' },
    members: { value: `(${memberCount})` },
  }
  const matches = rowsOf('u.id', (bind) => members(bind(leader)))
  const allColumns = `u.id, u.first_name, u.last_name, u.email, u.date_joined, (${memberCount}) as members ${columns}`
  return readUsers<Row>(db, { matches, order: orderOf(filter.sort, values) }, filter, { columns: allColumns, joins })
}

export async function findRepsOfManager(db: Db, viewer: Viewer, manager: number, filter: TeamFilter) {
  await assertVisibleUser(db, viewer, manager, 'sales_manager')
  return findTeam<TeamMember>(db, repsOfManager, manager, filter)
}

export async function findManagersOfDistributor(db: Db, viewer: Viewer, distributor: number, filter: TeamFilter) {
  await assertVisibleUser(db, viewer, distributor, 'sales_distributor')
  return findTeam<TeamMember>(db, managersOfDistributor, distributor, filter)
}

export async function findRepsOfDistributor(db: Db, viewer: Viewer, distributor: number, filter: TeamFilter) {
  await assertVisibleUser(db, viewer, distributor, 'sales_distributor')
  return findTeam<TeamRep>(db, repsOfDistributor, distributor, filter)
}

interface TeamCounts {
  sales_managers?: number
  sales_reps: number
  harvest_centers: number
  referral_harvest_centers: number
}

/** The numbers of users in the team of the viewer, and of the centers that the team brought. */
export async function countTeam(db: Db, viewer: Viewer): Promise<TeamCounts> {
  const managers = sql`(
        select count(*)
        from users m
        where m.domain_id = ${db.domainId}
          and m.sales_distributor_id = ${viewer.id}
          and m.subscription = ${sales_manager}
          and m.active) as sales_managers,`
  const { rows } = await sql<TeamCounts>`
    with reps as materialized ${repsOf(viewer)},
    centers as (
      select c.subscription
      from reps r
      join users c on c.domain_id = ${db.domainId} and c.line_rep_id = r.id
      where c.subscription in (${harvest_center}, ${referral_harvest_center})
        and c.active)
    select
      ${viewer.role === 'sales_distributor' ? managers : sql``}
      (
        select count(*)
        from reps r
        join users u on u.domain_id = ${db.domainId} and u.id = r.id
        where u.active) as sales_reps,
      (select count(*) from centers where subscription = ${harvest_center}) as harvest_centers,
      (select count(*) from centers where subscription = ${referral_harvest_center}) as referral_harvest_centers`.execute(db)
  return rows[0] as TeamCounts
}
