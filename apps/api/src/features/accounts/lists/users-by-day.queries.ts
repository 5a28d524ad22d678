/** Active users who joined in a period. Days are those of the domain's time zone. */
import type { UserFilter } from '@vialdesk/contract/accounts'
import type { Db } from '#api/db/db.ts'
import { type Bind, bindValues, pageOfMatches, type Query } from '#api/db/paging.ts'
import { pageOfPeriod } from '#api/db/paging-by-days.ts'

type Period = Pick<UserFilter, 'joined_after' | 'joined_before'>

export const hasPeriod = ({ joined_after, joined_before }: Period) => joined_after !== undefined || joined_before !== undefined

/** Conditions on the user `u`. */
export function joinedBetween({ joined_after, joined_before }: Period, bind: Bind): string[] {
  const first = joined_after && `u.joined_on >= ${bind(joined_after)}::date`
  const last = joined_before && `u.joined_on <= ${bind(joined_before)}::date`
  return [first, last].filter((condition): condition is string => condition !== undefined)
}

/** The newest day first. Without words and a tag the users are counted by tallies. */
export function pageOfJoined(db: Db, filter: UserFilter): Query {
  const { search, tag, membership, never_signed_in, joined_after: after, joined_before: before } = filter
  if (search || tag) return pageOfMatches(allMatches(db, filter), filter, 'joined_on desc, id desc')
  const ofMembership = (bind: Bind) => (membership ? `and u.subscription = ${bind(membership)}` : '')
  const neverSignedIn = never_signed_in ? 'and u.never_signed_in' : ''
  return pageOfPeriod(
    db,
    {
      days: 'sign_ups',
      key: `${never_signed_in ? 'never:' : ''}${membership ? `m:${membership}` : 'all'}`,
      after,
      before,
      rows: (bind) => `(
          select u.id, u.joined_on as day
          from users u
          where u.domain_id = $1 and u.active ${ofMembership(bind)} ${neverSignedIn}) t
        where true`,
    },
    filter,
  )
}

/** All users of the filter. */
export function allMatches(db: Db, filter: Omit<UserFilter, 'limit' | 'offset' | 'sort'>, column = ''): Query {
  const { search, tag, membership, never_signed_in } = filter
  const { parameters, bind } = bindValues([db.domainId])
  const words = () => [search || null, membership ?? null, tag ?? null].map(bind).join(', ')
  const users = search || tag ? `find_users(${words()}) f (id) join users u on u.domain_id = $1 and u.id = f.id` : 'users u'
  const conditions = ['u.active', ...joinedBetween(filter, bind)]
  if (never_signed_in) conditions.push('u.never_signed_in')
  if (membership) conditions.push(`u.subscription = ${bind(membership)}`)
  const sql = `
    select u.id, u.joined_on ${column}
    from ${users}
    where u.domain_id = $1
      and ${conditions.join('\n      and ')}`
  return { sql, parameters }
}
