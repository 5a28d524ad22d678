/**
 * Pages of users, newest first or sorted. Broad filters are counted and paged by tallies. Words and rare tags have few matches, which are
 * found by an index (040-user-lists.sql, find_users_page).
 */

import type { Paging } from '@vialdesk/contract/base/primitives'
import {
  type InactiveFilter,
  type UserFilter,
  UserRow,
  type UserSort,
  type UserSortKey,
} from '@vialdesk/contract/people/accounts'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { foundBy, type List, type LongList, type Matches, readList, rowsOf } from '#api/db/list-pages.ts'
import {
  type Bind,
  findCount,
  hasWords,
  type Page,
  type Part,
  pageByTallies,
  sumOfTallies,
  type TalliedList,
  valuesOf,
} from '#api/db/paging.ts'
import { pageByDayTallies } from '#api/db/paging-by-days.ts'
import { metByMany, type OrderedRows, orderOf, type SortValues, sortedName, sortedText } from '#api/db/sorted-paging.ts'
import { userGroups } from '#api/features/accounts/accounts.policy.ts'
import { membershipsOf } from '#api/features/accounts/accounts.queries.ts'
import { userColumns, type WithMemberships } from '#api/features/accounts/user-columns.queries.ts'

type Period = Pick<UserFilter, 'joined_after' | 'joined_before'>

export const hasPeriod = ({ joined_after, joined_before }: Period) => joined_after !== undefined || joined_before !== undefined

/** Conditions on the user `u`. */
function joinedBetween({ joined_after, joined_before }: Period, bind: Bind): string[] {
  const first = joined_after && `u.joined_on >= ${bind(joined_after)}::date`
  const last = joined_before && `u.joined_on <= ${bind(joined_before)}::date`
  return [first, last].filter((condition): condition is string => condition !== undefined)
}

/** Inactive users that were removed are in no list. */
export const stateOf = (areActive: boolean) => (areActive ? 'u.active' : 'not u.active and u.removed_at is null')

/** The values of the functions that search users (040-user-lists.sql). */
const searchValues = ({ search, membership, tag }: UsersOf, areActive: boolean): Part =>
  valuesOf(search || null, membership ?? null, tag ?? null, areActive, null)

type UsersOf = Omit<UserFilter, 'limit' | 'offset' | 'sort'>

/** All users of a filter. Days are those of the domain's time zone. */
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

/** The selected columns of each user `u`, and their joins. */
interface SelectedColumns {
  columns: string
  joins?: string
}

/** Tags with at most this many users are read by the index of tags, all others by tallies. */
const MAX_INDEXED_TAG_USERS = 2000

/** A page of active users that match all parts of the filter. */
export const findUserPage = <Row extends { id: number }>(db: Db, filter: UserFilter, selected: SelectedColumns) =>
  readUsers<Row>(db, listUsers(db, true, filter), filter, selected)

const sortValues: SortValues<UserSortKey> = {
  name: sortedName('u'),
  email: { value: 'u.email_key collate "C"' },
  company: { ...sortedText('u.company'), isGiven: `u.company <> ''` },
  joined: { value: 'u.date_joined' },
  last_login: { value: 'u.last_login', nullable: true },
}
/** The order of users `u`. */
export const orderOfUsers = (sort: UserSort | undefined) => orderOf(sort, sortValues)

function listUsers(db: Db, areActive: boolean, filter: UserFilter): List {
  const { search, tag, never_signed_in } = filter
  const list = { matches: matchingUsers(filter, areActive), order: orderOfUsers(filter.sort) }
  // These are counted one by one, so they are sorted as well.
  if (hasPeriod(filter) && (search || tag))
    return { ...list, ownOrder: { columns: ', u.joined_on', order: 'joined_on desc, id desc' } }
  if (never_signed_in && search) return list
  const inOrder = search && mayNameByNumber(search) ? undefined : orderedUsers(areActive, filter)
  const isFiltered = Boolean(search || tag || never_signed_in || hasPeriod(filter))
  return { ...list, long: { page: ownPage(db, areActive, filter), inOrder, isFiltered } }
}

/** A page of a filter in the list's own order. */
function ownPage(db: Db, areActive: boolean, filter: UserFilter): LongList['page'] {
  const { search, tag, never_signed_in } = filter
  if (hasPeriod(filter)) return (paging) => pageByDayTallies(joinedUsers(filter), paging)
  const key = areActive ? tallyKey(filter) : 'inactive'
  const tallied: TalliedList = {
    list: 'users',
    isKey: (bind) => `key = ${bind(key)}`,
    id: 'u.id',
    rows: talliedUsers(areActive, filter),
  }
  const byIndex = foundBy('find_users_page', searchValues(filter, areActive))
  return async (paging) => {
    const isIndexed = search || (tag && !never_signed_in && (await findCount(db, countOf(key))) <= MAX_INDEXED_TAG_USERS)
    return isIndexed ? byIndex(paging) : pageByTallies(tallied, paging)
  }
}

/** Such a search finds users by id or phone number, if there are any, and otherwise by words (`find_users`). */
export const mayNameByNumber = (search: string) => /\d/.test(search)

const sumOfKey =
  (key: string): Part =>
  (bind) =>
    sumOfTallies('users', `key = ${bind(key)}`)
const countOf =
  (key: string): Part =>
  (bind) =>
    `select ${sumOfKey(key)(bind)} as count`

/** Active users are merged from their memberships, each of which has its own index. Inactive users have no index by log-in. */
function orderedUsers(areActive: boolean, filter: UserFilter): OrderedRows | undefined {
  const { membership, sort } = filter
  const isByLogIn = sort === 'last_login' || sort === '-last_login'
  if (isByLogIn && !areActive) return undefined
  const groups: Part = (bind) =>
    membership ? `select ${bind(membership)}::smallint as id` : 'select id from memberships where domain_id = $1'
  const rows: Part = (bind) => {
    const conditions = conditionsOf(filter)(bind)
    if (isByLogIn) return rowsByLogIn(conditions)
    return `users u where u.domain_id = $1 and ${stateOf(areActive)} ${areActive ? 'and u.subscription = groups.id' : ''} ${conditions}`
  }
  const count = sumOfKey(areActive ? tallyKey({ membership }) : 'inactive')
  return { id: 'u.id', groups: areActive ? groups : undefined, rows, count }
}

/** The filters of users `u` that no index of an order has. Each begins with "and". */
const conditionsOf =
  ({ tag, search, never_signed_in, ...period }: UserFilter): Part =>
  (bind) => {
    const conditions = tag ? [metByMany(`${bind(tag)}::smallint = any(u.tags)`)] : []
    if (never_signed_in) conditions.push(metByMany('u.never_signed_in'))
    conditions.push(...joinedBetween(period, bind))
    if (search) conditions.push(metByMany(hasWords('u', search, bind)))
    return conditions.map((condition) => ` and ${condition}`).join('')
  }

/** The users of a membership from the table that has their last log-ins (040-user-lists.sql), under the same names. */
const rowsByLogIn = (conditions: string) => `(
          select l.id, l.last_login
          from last_log_ins l
          where l.domain_id = $1 and l.subscription = groups.id
            ${conditions && `and exists (select from users u where u.domain_id = l.domain_id and u.id = l.id ${conditions})`}) u
        where true`

/** A page of a list of users `u`. */
export const readUsers = <Row extends { id: number }>(
  db: Db,
  list: List,
  paging: Paging,
  { columns, joins = '' }: SelectedColumns,
) =>
  readList<Row>(
    db,
    list,
    paging,
    `select ${columns}
    from users u
    ${joins}
    where u.domain_id = $1
      and u.id = any(page.ids)`,
  )

type TallyFilter = Pick<UserFilter, 'membership' | 'tag' | 'never_signed_in'>

/** The key under which the database tallies active users of a membership, a tag, or both (040-user-lists.sql). */
function tallyKey({ membership, tag, never_signed_in }: TallyFilter): string {
  const prefix = never_signed_in ? 'never:' : ''
  if (membership && tag) return `${prefix}m:${membership}|t:${tag}`
  if (membership) return `${prefix}m:${membership}`
  return prefix + (tag ? `t:${tag}` : 'all')
}

const talliedUsers =
  (areActive: boolean, { membership, tag, never_signed_in }: TallyFilter): Part =>
  (bind) => {
    const conditions = [stateOf(areActive)]
    if (membership) conditions.push(`u.subscription = ${bind(membership)}`)
    if (tag) conditions.push(`${bind(tag)}::smallint = any(u.tags)`)
    if (never_signed_in) conditions.push('u.never_signed_in')
    return `users u where u.domain_id = $1 and ${conditions.join(' and ')}`
  }

/** Users by the day on which they joined, the newest first. */
const joinedUsers = ({ membership, never_signed_in, joined_after: after, joined_before: before }: UserFilter) => ({
  days: 'sign_ups' as const,
  key: tallyKey({ membership, never_signed_in }),
  after,
  before,
  rows: (bind: Bind) => `(
          select u.id, u.joined_on as day
          from ${talliedUsers(true, { membership, never_signed_in })(bind)}) t
        where true`,
})

/** Only admins list all users, so a row has the columns of an admin. */
const userRowKeys = ['memberships', ...Object.keys(UserRow.omit({ membership: true }).shape)]
const userRowColumns: SelectedColumns = {
  columns: selectList(userColumns, userGroups.admin.ofPatients, userRowKeys),
}

type RowWithMembershipIds = WithMemberships<UserRow>
const nameMemberships = ({ count, results }: Page<RowWithMembershipIds>): Page<UserRow> => ({
  count,
  results: results.map(({ memberships, ...row }) => ({ ...row, membership: membershipsOf(memberships) })),
})

export const findUsers = async (db: Db, filter: UserFilter) =>
  nameMemberships(await findUserPage<RowWithMembershipIds>(db, filter, userRowColumns))

/** Inactive users that were not removed. */
export const findInactiveUsers = async (db: Db, filter: InactiveFilter) =>
  nameMemberships(await readUsers<RowWithMembershipIds>(db, listUsers(db, false, filter), filter, userRowColumns))
