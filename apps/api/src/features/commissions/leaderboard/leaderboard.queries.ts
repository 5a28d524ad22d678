/** Who earned the most commissions in a month, quarter or year: sums of the statements, so of the ledger. */
import type { LeaderboardFilter, LeaderboardRow } from '@vialdesk/contract/money/commissions'
import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { findSettings } from '#api/features/commissions/rates/rates.queries.ts'
import { usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { initialsOf, periodOf } from './leaderboard-period.pure.ts'

const EARNED = `
  from commission_statements s
  join users u on u.domain_id = s.domain_id and u.id = s.user_id
  where s.domain_id = $1
    and s.month between $2::date and $3::date
    and u.subscription = $4`

const RANKED = `
  with earned as materialized (
    select s.user_id, sum(s.earned_cents) as cents
    ${EARNED}
    group by s.user_id),
  ranked as (
    select user_id, cents, rank() over (order by cents desc) as rank
    from earned
    order by cents desc, user_id
    limit $5
    offset $6)
  select r.user_id as id, r.rank::int as rank, (r.cents / 100.0)::float8 as amount, u.first_name, u.last_name
  from ranked r
  join users u on u.domain_id = $1 and u.id = r.user_id
  order by r.cents desc, r.user_id`

interface Ranked {
  id: number
  rank: number
  amount: number
  first_name: string
  last_name: string
}

/** The people of a page whom the viewer may know by name: itself and its own sales line. */
async function findKnown(db: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  if (viewer.role === 'admin') return new Set(ids)
  const seen = await db.findRows('users', ['id'], { id: [0, ...ids] }, usersSeenBy(viewer))
  return new Set(seen.map(({ id }) => id))
}

export async function getLeaderboard(db: Db, viewer: Viewer, filter: LeaderboardFilter) {
  const month = filter.month ?? (await findToday(db)).slice(0, 7)
  const { from, to, lastMonth } = periodOf(filter.period, month)
  const period = [db.domainId, from, lastMonth, filter.membership]
  const [total] = await db.rows<{ count: number }>(`select count(distinct s.user_id)::int as count ${EARNED}`, period)
  const rows = await db.rows<Ranked>(RANKED, [...period, filter.limit, filter.offset])
  const known = await findKnown(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  const results = rows.map(({ id, rank, amount, ...person }): LeaderboardRow => {
    const name = known.has(id) ? `${person.first_name} ${person.last_name}`.trim() : initialsOf(person)
    return { id, rank, name, own: id === viewer.id, amount }
  })
  const { enabled } = await findSettings(db)
  return { count: total?.count ?? 0, results, from, to, enabled }
}
