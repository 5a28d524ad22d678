/**
 * Pages of users, newest first, that cost the same at any size and offset. Broad filters are counted and entered by their
 * tallies; words and rare tags find their few matches in an index (020-accounts.sql, find_users), and those are counted as they are.
 */
import { type InactiveFilter, type UserFilter, UserRow } from '@vialdesk/contract/accounts'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { type CountedRow, type Page, pageFrom } from '#api/db/pages.ts'
import { userGroups } from './accounts.policy.ts'
import { membershipsOf } from './accounts.queries.ts'
import { userColumns, type WithMemberships } from './user-columns.queries.ts'

/** What a list shows of each user `u`, with the tables it needs beside it. */
interface Shown {
  columns: string
  joins?: string
}
/** A tag that so many users have, or fewer, is looked up in the index of tags. */
const RARE = 2000

/** Which users a list shows. */
interface Whom {
  areActive: boolean
  /** The same as a condition on `u`. */
  standing: string
  /** The key of the tallies that count the users of the filter, whatever its words are. */
  key: string
}

/** Active users that fit every part of the filter. */
export const findUserPage = <Row extends { id: number }>(db: Db, filter: UserFilter, shown: Shown): Promise<Page<Row>> =>
  findPage(db, { areActive: true, standing: 'u.active', key: tallyKey(filter) }, filter, shown)

const inactive: Whom = { areActive: false, standing: 'not u.active and u.removed_at is null', key: 'inactive' }

async function findPage<Row extends { id: number }>(db: Db, whom: Whom, filter: UserFilter, shown: Shown): Promise<Page<Row>> {
  const { membership = null, tag = null, search, limit, offset } = filter
  const { key, standing, areActive } = whom
  if (search || (tag && (await tallied(db, key)) <= RARE)) {
    return readPage(db, foundText(shown), [db.domainId, search || null, membership, tag, offset, limit, areActive])
  }
  const values: unknown[] = offset > 0 ? [db.domainId, key, limit, offset] : [db.domainId, key, limit]
  let conditions = `u.domain_id = $1 and ${standing}`
  if (membership) conditions += ` and u.subscription = $${values.push(membership)}`
  if (tag) conditions += ` and $${values.push(tag)}::smallint = any(u.tags)`
  return readPage(db, offset > 0 ? talliedText(conditions, shown) : firstText(conditions, shown), values)
}

/** The key under which the database tallies users of a membership, a tag, or both (020-accounts.sql). */
function tallyKey({ membership, tag }: Pick<UserFilter, 'membership' | 'tag'>): string {
  if (membership && tag) return `m:${membership}|t:${tag}`
  if (membership) return `m:${membership}`
  return tag ? `t:${tag}` : 'all'
}

async function tallied(db: Db, key: string): Promise<number> {
  const text = `select coalesce(sum(n), 0)::bigint as count from tallies where domain_id = $1 and list = 'users' and key = $2`
  const [row] = await db.rows<{ count: number }>(text, [db.domainId, key])
  return row?.count ?? 0
}

/**
 * A page has 100 rows at most. The plain number beneath the bound limit tells the planner so, whatever is bound: without it
 * PostgreSQL would plan every call anew, which costs more than running it.
 */
const shortPage = (rows: string, limit: string) => `(select * from (${rows} limit 100) page order by id desc limit ${limit})`

/** $1 domain, $2 key, $3 limit, $4 offset, then what the conditions bind: enters where the running sum of the blocks passes the offset. */
const talliedText = (conditions: string, shown: Shown) => `
  with blocks as materialized (
    select block, n, sum(n::integer) over (order by block desc) - n as before
    from tallies where domain_id = $1 and list = 'users' and key = $2),
  first as materialized (select block, before from blocks where before + n > $4 order by block desc limit 1)
  ${withRows(
    '(select coalesce(sum(n::integer), 0) as count from blocks)',
    shortPage(
      `select u.* from users u where ${conditions} and u.id < (((select block from first)::bigint + 1) << 10)
        order by u.id desc offset $4 - (select before from first)`,
      '$3',
    ),
    shown,
  )}`

/** The same from the top of the list, where no block has to be found. */
const firstText = (conditions: string, shown: Shown) =>
  withRows(
    `(select coalesce(sum(n::integer), 0) as count from tallies where domain_id = $1 and list = 'users' and key = $2)`,
    shortPage(`select u.* from users u where ${conditions} order by u.id desc`, '$3'),
    shown,
  )

/** $1 domain, $2 words, $3 membership, $4 tag, $5 offset, $6 limit, $7 active or not: the index finds the few that match. */
const foundText = ({ columns, joins = '' }: Shown) => `
  with found as materialized (select count, ids from find_users_page($2, $3, $4, $7, $5, $6))
  ${withRows('(select count from found)', '(select unnest(ids) as id from found)', {
    columns,
    joins: `join users u on u.domain_id = $1 and u.id = f.id ${joins}`,
    alias: 'f',
  })}`

const withRows = (total: string, rows: string, { columns, joins = '', alias = 'u' }: Shown & { alias?: string }) => `
  select total.count, page.* from ${total} total left join lateral (select ${columns} from ${rows} ${alias} ${joins}) page on true
  order by page.id desc`

const readPage = async <Row extends { id: number }>(db: Db, text: string, values: unknown[]): Promise<Page<Row>> =>
  pageFrom(await db.rows<CountedRow<Row>>(text, values))

/** Only admins get lists of all users. */
const keys = ['memberships', ...Object.keys(UserRow.omit({ membership: true }).shape)]
const userRow: Shown = {
  columns: selectList(userColumns, userGroups.admin.ofPatients, keys),
  joins: `left join users c on c.domain_id = u.domain_id and c.id = u.harvest_center_id
    left join users r on r.domain_id = u.domain_id and r.id = u.referral_harvest_center_id`,
}

type PlainRow = WithMemberships<UserRow>
const named = ({ count, results }: Page<PlainRow>): Page<UserRow> => ({
  count,
  results: results.map(({ memberships, ...row }) => ({ ...row, membership: membershipsOf(memberships) })),
})

export const findUsers = async (db: Db, filter: UserFilter) => named(await findUserPage<PlainRow>(db, filter, userRow))

/** Inactive users that were not removed. */
export const findInactive = async (db: Db, filter: InactiveFilter) =>
  named(await findPage<PlainRow>(db, inactive, filter, userRow))
