/**
 * Pages of users, newest first or sorted. Broad filters are counted and paged by tallies. Words and rare tags have few matches, which are
 * found by an index (040-user-lists.sql, find_users_page).
 */
import { type InactiveFilter, type UserFilter, UserRow, type UserSort, type UserSortKey } from '@vialdesk/contract/accounts'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import {
  type Bind,
  type Page,
  pageByTallies,
  pageOfMatches,
  type Query,
  readPage,
  readPageByTallies,
  sumOfTallies,
  type TalliedList,
} from '#api/db/paging.ts'
import {
  metByMany,
  type Order,
  orderOf,
  pageInOrder,
  pageOfFiltered,
  type SortValues,
  sortedMatches,
  sortedName,
  sortedText,
} from '#api/db/sorted-paging.ts'
import { userGroups } from '#api/features/accounts/accounts.policy.ts'
import { membershipsOf } from '#api/features/accounts/accounts.queries.ts'
import { userColumns, type WithMemberships } from '#api/features/accounts/user-columns.queries.ts'
import { allMatches, hasPeriod, joinedBetween, pageOfJoined } from './users-by-day.queries.ts'

/** The selected columns of each user `u`, and their joins. */
interface SelectedColumns {
  columns: string
  joins?: string
}

/** Tags with at most this many users are read by the index of tags, all others by tallies. */
const MAX_INDEXED_TAG_USERS = 2000

/** A page of active users that match all parts of the filter. */
export const findUserPage = <Row extends { id: number }>(
  db: Db,
  filter: UserFilter,
  selected: SelectedColumns,
): Promise<Page<Row>> => findPage(db, true, filter, selected)

async function findPage<Row extends { id: number }>(
  db: Db,
  areActive: boolean,
  filter: UserFilter,
  selected: SelectedColumns,
): Promise<Page<Row>> {
  const { search, tag } = filter
  const key = areActive ? tallyKey(filter) : 'inactive'
  const order = orderOfUsers(filter.sort)
  if (order) return readUserPage<Row>(db, await pageOfSorted(db, areActive, filter, order), selected)
  if (hasPeriod(filter)) return readUserPage<Row>(db, pageOfJoined(db, filter), selected)
  if (search && filter.never_signed_in) return readUserPage<Row>(db, ownPage(db, areActive, filter), selected)
  const isIndexed = search || (tag && !filter.never_signed_in && (await countTallied(db, key)) <= MAX_INDEXED_TAG_USERS)
  if (isIndexed) return readUserPage<Row>(db, pageByIndex(db, areActive, filter), selected)
  const { columns, joins = '' } = selected
  return readPageByTallies<Row>(
    db,
    talliedUsers(areActive, key, filter),
    filter,
    (users) => `select ${columns} from ${users} u ${joins}`,
  )
}

const sortValues: SortValues<UserSortKey> = {
  name: sortedName('u'),
  email: { value: 'u.email_key collate "C"' },
  company: { ...sortedText('u.company'), isGiven: `u.company <> ''` },
  joined: { value: 'u.date_joined' },
  last_login: { value: 'u.last_login', nullable: true },
}
/** The order of users `u`. */
export const orderOfUsers = (sort: UserSort | undefined) => orderOf(sort, sortValues)

function pageOfSorted(db: Db, areActive: boolean, filter: UserFilter, order: Order): Query | Promise<Query> {
  const { search, tag, membership, never_signed_in } = filter
  const isByLogIn = order.value === sortValues.last_login.value
  if (isByLogIn && !areActive && !search) return allInactive(db, filter, order)
  const list = orderedUsers(db, areActive, filter, isByLogIn)
  const key = areActive ? tallyKey({ membership }) : 'inactive'
  if (!search && !tag && !never_signed_in && !hasPeriod(filter)) {
    return pageInOrder(
      db,
      { ...list, count: (bind, domain) => sumOfTallies('users', `key = ${bind(key)}`, domain) },
      order,
      filter,
    )
  }
  const one = { limit: 1, offset: 0 }
  return pageOfFiltered(
    db,
    {
      ...list,
      // Inactive users have no index by log-in.
      needsAllMatches: (isByLogIn && !areActive) || (search !== undefined && mayNameByNumber(search)),
      own: ownPage(db, areActive, { ...filter, ...one }),
      all: countByTallies(db, key),
      matches: (column) => matchesOf(db, areActive, filter, column),
    },
    order,
    filter,
  )
}

/** A page of a filter in the list's own order. */
function ownPage(db: Db, areActive: boolean, filter: UserFilter): Query {
  if (hasPeriod(filter)) return pageOfJoined(db, filter)
  if (!filter.never_signed_in) return pageByIndex(db, areActive, filter)
  if (filter.search) return pageOfMatches(matchesOf(db, areActive, filter, ''), filter)
  return pageByTallies(db, talliedUsers(areActive, tallyKey(filter), filter), filter)
}

/** All users of a filter. */
const matchesOf = (db: Db, areActive: boolean, filter: UserFilter, column: string): Query =>
  hasPeriod(filter) || filter.never_signed_in ? allMatches(db, filter, column) : matchesByIndex(db, areActive, filter, column)

/** All users of a search or tag. */
const matchesByIndex = (db: Db, areActive: boolean, { search, membership, tag }: UserFilter, column: string): Query => ({
  sql: `
    select u.id ${column}
    from users u
    where u.domain_id = $1
      and u.id = any(array(select find_users($2, $3, $4, $5)))`,
  parameters: [db.domainId, search || null, membership ?? null, tag ?? null, areActive],
})

/** Inactive users are few. */
function allInactive(db: Db, filter: UserFilter, sorted: Order): Query {
  const { column, order } = sortedMatches(sorted)
  const sql = `select u.id ${column} from users u where u.domain_id = $1 and not u.active and u.removed_at is null`
  return pageOfMatches({ sql, parameters: [db.domainId] }, filter, order)
}

/** Such a search finds users by id or phone number, if there are any, and otherwise by words (`find_users`). */
export const mayNameByNumber = (search: string) => /\d/.test(search)

/** Active users are merged from their memberships, each of which has its own index. */
const orderedUsers = (db: Db, areActive: boolean, filter: UserFilter, isByLogIn: boolean) => ({
  ...(areActive && {
    groups: filter.membership
      ? { sql: 'select $2::smallint as id', parameters: [db.domainId, filter.membership] }
      : { sql: 'select id from memberships where domain_id = $1', parameters: [db.domainId] },
  }),
  id: 'u.id',
  rows: (bind: Bind, domain: string) => {
    const conditions = conditionsOf(filter, bind, domain)
    if (isByLogIn) return rowsByLogIn(conditions, domain)
    const state = areActive ? 'u.active and u.subscription = groups.id' : 'not u.active and u.removed_at is null'
    return `users u where u.domain_id = ${domain} and ${[state, ...conditions].join(' and ')}`
  },
})

/** The filters of users `u` that no index of an order has. */
function conditionsOf(filter: UserFilter, bind: Bind, domain: string): string[] {
  const { tag, search, never_signed_in, joined_after, joined_before } = filter
  const conditions = tag ? [metByMany(`${bind(tag)}::smallint = any(u.tags)`)] : []
  if (never_signed_in) conditions.push(metByMany('u.never_signed_in'))
  conditions.push(...joinedBetween({ joined_after, joined_before }, bind))
  // As a subquery, the words are parsed once, not for each user.
  if (search) conditions.push(metByMany(`u.search @@ (select search_query(${domain}, ${bind(search)}))`))
  return conditions
}

/** The users of a membership from the table that has their last log-ins (040-user-lists.sql), under the same names. */
function rowsByLogIn(conditions: string[], domain: string): string {
  const matches = `select from users u where u.domain_id = l.domain_id and u.id = l.id and ${conditions.join(' and ')}`
  return `(
          select l.id, l.last_login
          from last_log_ins l
          where l.domain_id = ${domain} and l.subscription = groups.id
            ${conditions.length > 0 ? `and exists (${matches})` : ''}) u
        where true`
}

/** The rows of a page of users. */
export const readUserPage = <Row extends { id: number }>(db: Db, page: Query, { columns, joins = '' }: SelectedColumns) =>
  readPage<Row>(
    db,
    page,
    `select ${columns}
    from users u
    ${joins}
    where u.domain_id = $1
      and u.id = any(page.ids)`,
  )

/** The key under which the database tallies active users of a membership, a tag, or both (040-user-lists.sql). */
function tallyKey({ membership, tag, never_signed_in }: Pick<UserFilter, 'membership' | 'tag' | 'never_signed_in'>): string {
  const prefix = never_signed_in ? 'never:' : ''
  if (membership && tag) return `${prefix}m:${membership}|t:${tag}`
  if (membership) return `${prefix}m:${membership}`
  return prefix + (tag ? `t:${tag}` : 'all')
}

const countByTallies = (db: Db, key: string): Query => ({
  sql: `select ${sumOfTallies('users', 'key = $2')} as count`,
  parameters: [db.domainId, key],
})

async function countTallied(db: Db, key: string): Promise<number> {
  const { sql, parameters } = countByTallies(db, key)
  const [row] = await db.rows<{ count: number }>(sql, parameters)
  return row?.count ?? 0
}

const pageByIndex = (db: Db, areActive: boolean, { search, membership, tag, limit, offset }: UserFilter): Query => ({
  sql: 'select count, ids from find_users_page($2, $3, $4, $5, $6, $7)',
  parameters: [db.domainId, search || null, membership ?? null, tag ?? null, areActive, offset, limit],
})

const talliedUsers = (areActive: boolean, key: string, { membership, tag, never_signed_in }: UserFilter): TalliedList => ({
  list: 'users',
  key,
  id: 'u.id',
  rows: (bind) => {
    const conditions = [areActive ? 'u.active' : 'not u.active and u.removed_at is null']
    if (membership) conditions.push(`u.subscription = ${bind(membership)}`)
    if (tag) conditions.push(`${bind(tag)}::smallint = any(u.tags)`)
    if (never_signed_in) conditions.push('u.never_signed_in')
    return `users u where u.domain_id = $1 and ${conditions.join(' and ')}`
  },
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
  nameMemberships(await findPage<RowWithMembershipIds>(db, false, filter, userRowColumns))
