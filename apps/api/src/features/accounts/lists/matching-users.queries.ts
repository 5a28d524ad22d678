/** All users of a filter, as the text of a query. Days are those of the domain's time zone. */

import type { UserFilter } from '@vialdesk/contract/accounts'
import { type Matches, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, type Part, valuesOf } from '#api/db/paging.ts'

type Period = Pick<UserFilter, 'joined_after' | 'joined_before'>

export const hasPeriod = ({ joined_after, joined_before }: Period) => joined_after !== undefined || joined_before !== undefined

/** Conditions on the user `u`. */
export function joinedBetween({ joined_after, joined_before }: Period, bind: Bind): string[] {
  const first = joined_after && `u.joined_on >= ${bind(joined_after)}::date`
  const last = joined_before && `u.joined_on <= ${bind(joined_before)}::date`
  return [first, last].filter((condition): condition is string => condition !== undefined)
}

/** Inactive users that were removed are in no list. */
export const stateOf = (areActive: boolean) => (areActive ? 'u.active' : 'not u.active and u.removed_at is null')

/** The values of the functions that search users (040-user-lists.sql). */
export const searchValues = ({ search, membership, tag }: UsersOf, areActive: boolean): Part =>
  valuesOf(search || null, membership ?? null, tag ?? null, areActive, null)

type UsersOf = Omit<UserFilter, 'limit' | 'offset' | 'sort'>

export const matchingUsers = (filter: UsersOf, areActive = true): Matches =>
  rowsOf('u.id', (bind) => {
    const { search, tag, membership, never_signed_in } = filter
    const conditions = ['u.domain_id = $1', stateOf(areActive), ...joinedBetween(filter, bind)]
    // As an array: PostgreSQL expects a thousand rows of the function, and would join them with all users.
    if (search || tag) conditions.push(`u.id = any(array(select find_users(${searchValues(filter, areActive)(bind)})))`)
    if (never_signed_in) conditions.push('u.never_signed_in')
    if (membership) conditions.push(`u.subscription = ${bind(membership)}`)
    return `users u where ${conditions.join('\n      and ')}`
  })
