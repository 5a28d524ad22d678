import type { TwoStepStatus } from '@vialdesk/contract/people'
import type { Db } from '#api/db/db.ts'
import { sumOfTallies } from '#api/db/paging.ts'
import type { Domain } from '#api/platform/access/domains.ts'

const STATUS_SQL = `
  select
    m.id,
    m.name,
    ${sumOfTallies('users', `key = 'm:' || m.id`)} as users,
    coalesce(used.users, 0) as with_two_step
  from memberships m
  left join (
    select u.subscription, count(*) as users
    from two_step_sign_ins s
    join users u on u.domain_id = s.domain_id and u.id = s.user_id
    where s.domain_id = $1
      and s.confirmed_at is not null
      and u.active
    group by u.subscription) used on used.subscription = m.id
  where m.domain_id = $1
  order by m.id`

type StatusRow = Pick<TwoStepStatus, 'users' | 'with_two_step'> & TwoStepStatus['membership']

/** The memberships of the domain, each with the number of its active users and of those with two-step sign-in. */
export async function getTwoStepStatus(db: Db, domain: Domain): Promise<TwoStepStatus[]> {
  const rows = await db.rows<StatusRow>(STATUS_SQL, [db.domainId])
  return rows.map(({ id, name, ...counts }) => ({
    membership: { id, name },
    ...counts,
    required: domain.two_step_memberships.includes(id),
  }))
}
