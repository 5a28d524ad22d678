import type { TwoStepStatus } from '@vialdesk/contract/people/people'
import type { Db } from '#api/db/db.ts'
import { sumOfTallies } from '#api/db/paging.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Fails with not_found unless there is a user who was not removed. */
export async function assertUser(db: Db, id: number): Promise<void> {
  if (!(await db.findRow('users', ['id'], { id, removed_at: null }))) fail('not_found')
}

/** Locks a user who was not removed until the end of the transaction. Fails with not_found. */
export const lockUser = async (db: Db, id: number) => (await db.lockRow('users', { id, removed_at: null })) ?? fail('not_found')

interface RecentInvitations {
  /** One was asked for a moment ago, and its link has not ended. */
  is_repeat: boolean
  /** Of the last 24 hours. */
  invitations: number
  /** Seconds until fewer than `most` are of the last 24 hours. */
  wait: number
}
const RECENT_INVITATIONS = `
  select
    coalesce(bool_or(l.used_at is null and l.created_at > now() - make_interval(secs => $3)), false) as is_repeat,
    count(*) as invitations,
    ceil(extract(epoch from (array_agg(l.created_at order by l.id desc))[$4] + interval '1 day' - now()))::integer as wait
  from password_links l
  where l.domain_id = $1
    and l.user_id = $2
    and l.reason = 'welcome'
    and l.created_at > now() - interval '1 day'`

/** The invitations of a user whose row is locked. */
export async function findRecentInvitations(
  db: Db,
  userId: number,
  { repeat, most }: { repeat: number; most: number },
): Promise<RecentInvitations> {
  const [recent] = await db.rows<RecentInvitations>(RECENT_INVITATIONS, [db.domainId, userId, repeat, most])
  return recent as RecentInvitations
}

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
