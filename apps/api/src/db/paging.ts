/**
 * Pages of lists with the exact number of rows of the whole list (decision 009).
 *
 * A page is SQL that answers one row: `count`, and `ids`, the ids of the page in their order. It is
 * - pageByTallies or pageByDayTallies for a long list, which the database counts in its tallies;
 * - pageOfMatches for few rows, which are counted as they are;
 * - a call of a function that answers the same columns, such as find_users_page.
 *
 * `pageOfList` (list-pages.ts) chooses between them.
 */
import type { Paging } from '@vialdesk/contract/base/primitives'
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

/** A part of a query that binds its own values. The domain is `$1` everywhere. */
export type Part = (bind: Bind) => string

export function bindValues(first: readonly unknown[]): { parameters: unknown[]; bind: Bind } {
  const parameters = [...first]
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

/** Values as a list. */
export const valuesOf =
  (...values: unknown[]): Part =>
  (bind) =>
    values.map(bind).join(', ')

/** A query of Kysely as a part. */
export const embed =
  ({ sql, parameters }: Query): Part =>
  (bind) =>
    sql.replace(/\$(\d+)/g, (_, place) => bind(parameters[Number(place) - 1]))

/** Whether a row has every word. As a subquery, the words are parsed once, not for each row. */
export const hasWords = (alias: string, search: string, bind: Bind) =>
  `${alias}.search @@ (select search_query($1, ${bind(search)}))`

/** The contract's largest page (`page` in primitives). As a plain number it tells the planner how short a page is, whatever is bound. */
const LARGEST_PAGE = 100

/** The sum of the tallies of a list's key, or of several. */
export const sumOfTallies = (list: string, isKey: string) => `(
      select coalesce(sum(n::integer), 0)
      from tallies
      where domain_id = $1
        and list = '${list}'
        and ${isKey})`

export interface TalliedList {
  /** The list's name in the tallies. */
  list: 'users' | 'patients' | 'vials' | 'label_requests' | 'documents'
  /** A condition on the tallies of exactly these rows. */
  isKey: Part
  /**
   * Tallies of the same rows by blocks of 2^bits ids: a deep page starts in the block where their running sum passes the offset. By default
   * those of `isKey`, in blocks of 1,024 ids. Undefined: `isKey` has other blocks, so a deep page reads the rows before it.
   */
  blocks?: { isKey: Part; bits: 10 | 12 } | undefined
  /** The list merges several groups, such as the centers of a lab: a query of their ids, which are `groups.id` in `rows`. */
  groups?: Part | undefined
  id: string
  /** The text after "from": a table, its domain and its conditions. */
  rows: Part
}

/** The newest rows of a tallied list first. */
export const pageByTallies =
  (tallied: TalliedList, { limit, offset }: Paging): Part =>
  (bind) => {
    const { list, isKey, groups, id, rows } = tallied
    const blocks = 'blocks' in tallied ? tallied.blocks : { isKey, bits: 10 }
    const [take, skip] = [`${bind(limit)}::bigint`, `${bind(offset)}::bigint`]
    const isDeep = blocks !== undefined && offset > 0
    const rest = isDeep ? `${skip} - (select before from of_page)` : skip
    const ordered = `
          select ${id} as id
          from ${rows(bind)} ${isDeep ? rowsOfBlocks(id, blocks.bits) : ''}
          order by ${id} desc`
    const [newest, page] = groups
      ? [`groups cross join lateral (${ordered} limit ${take} + ${rest})`, `limit ${take} offset ${rest}`]
      : [`(${ordered} offset ${rest} limit ${LARGEST_PAGE})`, `limit ${take}`]
    return `
    ${tablesOf(groups?.(bind), isDeep && blocksOfPage(list, blocks.isKey(bind), skip, take))}
    select
      ${isDeep ? '(select coalesce(max(upto), 0) from blocks)' : sumOfTallies(list, isKey(bind))} as count,
      array(
        select newest.id
        from ${newest} newest
        order by newest.id desc
        ${page}) as ids`
  }

function tablesOf(groups: string | undefined, blocks: string | false): string {
  const tables = [groups && `groups as materialized (${groups})`, blocks].filter(Boolean)
  return tables.length > 0 ? `with ${tables.join(',')}` : ''
}

/** The tallies by block with their running sum, the newest first, and the blocks of a page. */
const blocksOfPage = (list: string, isKey: string, skip: string, take: string) => `
    blocks as materialized (
      select block, sum(n::integer) as n, (sum(sum(n::integer)) over (order by block desc))::bigint as upto
      from tallies
      where domain_id = $1
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

/** Few rows: a query of all of them with their `id` and what they are ordered by. */
export const pageOfMatches =
  (matches: Part, { limit, offset }: Paging, order = 'id desc'): Part =>
  (bind) =>
    `
    with matches as materialized (${matches(bind)})
    select
      (select count(*) from matches) as count,
      array(
        select id
        from matches
        order by ${order}
        limit ${bind(limit)}
        offset ${bind(offset)}) as ids`

/** One row of a query that may not use the domain: PostgreSQL must learn the type of `$1`. */
async function readOne<Row>(db: Db, columns: string, query: Part): Promise<Row | undefined> {
  const { parameters, bind } = bindValues([db.domainId])
  const [row] = await db.rows<Row>(`select ${columns} from (${query(bind)}) page where $1::bigint > 0`, parameters)
  return row
}

/** The count and the ids of a page, for rows that another query reads. */
export async function findPageIds(db: Db, page: Part): Promise<{ count: number; ids: number[] }> {
  return (await readOne(db, 'count, array_to_json(ids) as ids', page)) ?? { count: 0, ids: [] }
}

/** The `count` of a page or of another query. */
export const findCount = async (db: Db, query: Part): Promise<number> =>
  (await readOne<{ count: number }>(db, 'count', query))?.count ?? 0

/** A row with the count of the list. An empty page is one row that has the count and nothing else. */
type CountedRow<Row> = { count: number } & (Row | { id: null })

/** A page with its rows in one round trip, in the order of `page.ids`. `rows` is a select of the rows whose id is in `page.ids`. */
export async function readPage<Row extends { id: number }>(db: Db, page: Part, rows: string | Part): Promise<Page<Row>> {
  const { parameters, bind } = bindValues([db.domainId])
  const text = `
    with page as materialized (${page(bind)})
    select page.count, rows.*
    from page
    left join lateral (${typeof rows === 'string' ? rows : rows(bind)}) rows on true
    order by array_position(page.ids, rows.id)`
  const found = await db.rows<CountedRow<Row>>(text, parameters)
  const results = found.flatMap(({ count: _, ...row }) => (row.id === null ? [] : [row as unknown as Row]))
  return { count: found[0]?.count ?? 0, results }
}
