/**
 * Pages of lists with the exact number of rows of the whole list (decision 009).
 *
 * A page query answers one row: `count`, and `ids`, the ids of the page in their order. Its first value is the domain. Such a query is
 * - pageByTallies, pageByDayTallies or pageOfGroups for a long list, which the database counts in its tallies;
 * - pageOfMatches for few rows, which are counted as they are;
 * - a call of a function that answers the same columns, such as find_users_page.
 */
import type { Paging } from '@vialdesk/contract/primitives'
import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

export interface Page<Row> {
  /** Of the whole list. */
  count: number
  /** Of this page. */
  results: Row[]
}

/** Text with its values, as Kysely compiles it. */
export type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Adds a value to a query and answers its place in the text, such as `$2`. */
export type Bind = (value: unknown) => string

export function bindValues(first: readonly unknown[]): { parameters: unknown[]; bind: Bind } {
  const parameters = [...first]
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

/** The contract's largest page (`page` in primitives). As a plain number it tells the planner how short a page is, whatever is bound. */
const LARGEST_PAGE = 100

/** The sum of the tallies of a list's key, or of several. */
export const sumOfTallies = (list: string, isKey: string, domain = '$1') => `(
      select coalesce(sum(n::integer), 0)
      from tallies
      where domain_id = ${domain}
        and list = '${list}'
        and ${isKey})`

export interface TalliedList {
  /** The list's name in the tallies. Their blocks are 1,024 ids. */
  list: 'users' | 'patients' | 'vials' | 'label_requests' | 'documents'
  /** The key under which exactly these rows are tallied. */
  key: string
  /** The column of the id that the blocks are cut by. */
  id: string
  /** The text after "from": a table, its domain `$1` and its conditions. */
  rows: (bind: Bind) => string
}

/** The first rows of an ordered select. */
const shortPage = (rows: string, limit: string) => `
      select *
      from (
        ${rows}
        limit ${LARGEST_PAGE}) page
      order by id desc
      limit ${limit}`

/** The parts of a page of `columns`, one of which is `id`. A page starts in the block where the running sum of the tallies passes the offset. */
function partsByTallies(db: Db, { list, key, id, rows }: TalliedList, { limit, offset }: Paging, columns: string) {
  const { parameters, bind } = bindValues([db.domainId, key, limit])
  const all = `select ${columns} from ${rows(bind)}`
  const count = sumOfTallies(list, 'key = $2')
  // On the first page no block has to be found.
  if (offset === 0) return { blocks: '', count, page: shortPage(`${all} order by ${id} desc`, '$3'), parameters }
  // Each block has at least one row, so that few blocks are needed for a page near the top.
  const skip = bind(offset)
  const blocks = `
    with first as materialized (
      select block, before
      from (
        select block, n, sum(n::integer) over (order by block desc) - n as before
        from (
          select block, n
          from tallies
          where domain_id = $1
            and list = '${list}'
            and key = $2
            and n > 0
          order by block desc
          limit ${skip} + 1) newest) blocks
      where before + n > ${skip}
      order by block desc
      limit 1)`
  const fromBlock = `${all}
          and ${id} < (((select block from first)::bigint + 1) << 10)
        order by ${id} desc
        offset ${skip} - (select before from first)`
  return { blocks, count, page: shortPage(fromBlock, '$3'), parameters }
}

/** The newest rows of a tallied list first. */
export function pageByTallies(db: Db, list: TalliedList, paging: Paging): Query {
  const { blocks, count, page, parameters } = partsByTallies(db, list, paging, `${list.id} as id`)
  const sql = `${blocks}
    select
      ${count} as count,
      array(select id from (${page}) page) as ids`
  return { sql, parameters }
}

/** The same with rows of the list's own table `u`, which are not looked up again by their ids. `rows` is a select from the page's rows. */
export function readPageByTallies<Row extends { id: number }>(
  db: Db,
  list: TalliedList,
  paging: Paging,
  rows: (page: string) => string,
): Promise<Page<Row>> {
  const { blocks, count, page, parameters } = partsByTallies(db, list, paging, 'u.*')
  const text = `${blocks}
    select total.count, rows.*
    from ${count} total (count)
    left join lateral (${rows(`(${page})`)}) rows on true
    order by rows.id desc`
  return readRows<Row>(db, text, parameters)
}

interface TalliedGroups {
  list: TalliedList['list']
  /** A group is tallied under this prefix and its id. */
  prefix: 'center:' | 'rep:' | 'stage:' | 'never:center:' | 'never:stage:'
  /** A condition on the tallies, where only some blocks count. */
  blocks?: (bind: Bind) => string
  /** The tallies of the same rows by blocks of 2^bits ids: a deep page starts in the block where their running sum passes the offset. */
  ids?: { prefix: 'center:' | 'ids:rep:' | 'stage:' | 'never:stage:'; bits: 10 | 12 }
  id: string
  /** The text after "from": a table, its domain and the condition that its rows are of the group `groups.id`. */
  rows: (bind: Bind, domain: string) => string
}

/** The newest rows of several groups, such as the centers of a lab. `groups` is a query of their ids. */
export function pageOfGroups(db: Db, groups: Query, list: TalliedGroups, { limit, offset }: Paging): Query {
  const { parameters, bind } = bindValues(groups.parameters)
  const domain = bind(db.domainId)
  const { prefix, blocks, ids, id } = list
  const keyOf = (start: string) => `key = any(array(select '${start}' || id from groups))`
  const isCounted = `${keyOf(prefix)} ${blocks ? `and ${blocks(bind)}` : ''}`
  const [take, skip] = [`${bind(limit)}::bigint`, `${bind(offset)}::bigint`]
  const isDeep = ids !== undefined && offset > 0
  const rest = isDeep ? `${skip} - (select before from of_page)` : skip
  const sql = `
    with groups as materialized (${groups.sql})${isDeep ? blocksOfGroups(list.list, keyOf(ids.prefix), domain, skip, take) : ''}
    select
      ${isDeep ? '(select coalesce(max(upto), 0) from blocks)' : sumOfTallies(list.list, isCounted, domain)} as count,
      array(
        select newest.id
        from groups
        cross join lateral (
          select ${id} as id
          from ${list.rows(bind, domain)}
            ${isDeep ? rowsOfBlocks(id, ids.bits) : ''}
          order by ${id} desc
          limit ${take} + ${rest}) newest
        order by newest.id desc
        limit ${take}
        offset ${rest}) as ids`
  return { sql, parameters }
}

/** The sums of the tallies of all groups by block, and the blocks of a page. */
const blocksOfGroups = (list: string, isKey: string, domain: string, skip: string, take: string) => `,
    blocks as materialized (
      select block, sum(n::integer) as n, (sum(sum(n::integer)) over (order by block desc))::bigint as upto
      from tallies
      where domain_id = ${domain}
        and list = '${list}'
        and ${isKey}
      group by block),
    of_page as materialized (
      select min(block)::bigint as first, max(block)::bigint as last, min(upto - n) as before
      from blocks
      where upto > ${skip} and upto - n < ${skip} + ${take})`

const rowsOfBlocks = (id: string, bits: number) => `
            and ${id} >= ((select first from of_page) << ${bits})
            and ${id} < (((select last from of_page) + 1) << ${bits})`

/** Few rows: a query answers all of them with their `id` and what they are ordered by. */
export function pageOfMatches({ sql, parameters: given }: Query, { limit, offset }: Paging, order = 'id desc'): Query {
  const { parameters, bind } = bindValues(given)
  const page = `
    with matches as materialized (${sql})
    select
      (select count(*) from matches) as count,
      array(
        select id
        from matches
        order by ${order}
        limit ${bind(limit)}
        offset ${bind(offset)}) as ids`
  return { sql: page, parameters }
}

/** The count and the ids of a page, for rows that another query reads. */
export async function findPageIds(db: Db, { sql, parameters }: Query): Promise<{ count: number; ids: number[] }> {
  const text = `select count, array_to_json(ids) as ids from (${sql}) page`
  const [page] = await db.rows<{ count: number; ids: number[] }>(text, parameters)
  return page ?? { count: 0, ids: [] }
}

/** A row with the count of the list. An empty page is one row that has the count and nothing else. */
type CountedRow<Row> = { count: number } & (Row | { id: null })

async function readRows<Row extends { id: number }>(db: Db, text: string, values: readonly unknown[]): Promise<Page<Row>> {
  const rows = await db.rows<CountedRow<Row>>(text, values)
  const results = rows.flatMap(({ count: _, ...row }) => (row.id === null ? [] : [row as unknown as Row]))
  return { count: rows[0]?.count ?? 0, results }
}

/**
 * A page with its rows in one round trip, in the order of `page.ids`. `rows` is a select of the rows whose id is in `page.ids`. The domain
 * of the rows is `$1`.
 */
export function readPage<Row extends { id: number }>(db: Db, { sql, parameters }: Query, rows: string): Promise<Page<Row>> {
  if (parameters[0] !== db.domainId) throw new Error('The first value of a page query is the domain')
  const text = `
    with page as materialized (${sql})
    select page.count, rows.*
    from page
    left join lateral (${rows}) rows on true
    order by array_position(page.ids, rows.id)`
  return readRows<Row>(db, text, parameters)
}
