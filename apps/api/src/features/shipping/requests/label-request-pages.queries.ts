/**
 * Pages of the lists of label requests, newest first or sorted. The list of a domain uses tallies, or the index of words
 * (150-label-requests.sql). The list of some centers uses the index of centers.
 */
import type { Paging } from '@vialdesk/contract/primitives'
import type { LabelRequestFilter } from '@vialdesk/contract/shipping'
import type { Db } from '#api/db/db.ts'
import { type Bind, pageByTallies, pageOfGroups, pageOfMatches, type Query, sumOfTallies } from '#api/db/paging.ts'
import {
  ALL_ROWS,
  metByMany,
  type Order,
  orderOf,
  pageInOrder,
  pageOfFiltered,
  type SortValues,
  sortedMatches,
} from '#api/db/sorted-paging.ts'

export type RequestFilter = LabelRequestFilter

const sortValues: SortValues<'id' | 'date' | 'state'> = {
  id: { value: 'r.id' },
  date: { value: 'r.label_date' },
  state: { value: 'parcel_number(r.parcel)' },
}

/** `centers` null: of all centers. */
export function pageOfRequests(db: Db, centers: readonly number[] | null, filter: RequestFilter): Query | Promise<Query> {
  const { search, sort, waiting, ...paging } = filter
  const order = orderOf(sort, sortValues)
  if (waiting) return pageOfWaiting(db, centers, search, paging, order)
  if (search && centers !== null) return searchCenters(db, centers, search, paging, order)
  if (order) return pageOfSorted(db, centers, filter, order)
  if (search) return searchAll(db, search, paging)
  return centers === null ? pageOfAll(db, paging) : pageOfCenters(db, centers, paging)
}

/** All requests, those of a search, or those of some centers. */
function pageOfSorted(
  db: Db,
  centers: readonly number[] | null,
  { search, limit, offset }: RequestFilter,
  order: Order,
): Query | Promise<Query> {
  const paging = { limit, offset }
  if (centers !== null) {
    const isKey = `key = any(array(select 'center:' || id from groups))`
    const count = (_: Bind, domain: string) => sumOfTallies('label_requests', isKey, domain)
    return pageInOrder(db, { count, groups: groupsOf(db, centers), id: 'r.id', rows: rowsOfCenter }, order, paging)
  }
  const rows = () => 'label_requests r where r.domain_id = $1'
  if (!search)
    return pageInOrder(db, { count: () => sumOfTallies('label_requests', `key = 'all'`), id: 'r.id', rows }, order, paging)
  const one = { limit: 1, offset: 0 }
  return pageOfFiltered(
    db,
    {
      own: searchAll(db, search, one),
      all: pageOfAll(db, one),
      matches: (column) => ({
        sql: `
    select r.id ${column}
    from label_requests r
    where r.domain_id = $1
      and r.id = any(array(select unnest(ids) from find_label_requests($2, 0, ${ALL_ROWS})))`,
        parameters: [db.domainId, withoutLinkWords(search)],
      }),
      id: 'r.id',
      rows: (bind) => `${rows()} and ${metByMany(`r.search @@ (select search_query($1, ${bind(withoutLinkWords(search))}))`)}`,
    },
    order,
    paging,
  )
}

const groupsOf = (db: Db, centers: readonly number[]): Query => ({
  sql: 'select id from unnest($2::bigint[]) id where $1::bigint > 0',
  parameters: [db.domainId, centers],
})
const rowsOfCenter = (_: Bind, domain: string) => `label_requests r where r.domain_id = ${domain} and r.center_id = groups.id`

/** The condition matches the partial index of requests without a label. They are few. */
const waitingSql = (column: string) => `
    select r.id ${column}
    from label_requests r
    where r.domain_id = $1
      and r.pdf_file is null and r.tracking_number = ''
      and ($2::bigint[] is null or r.center_id = any($2))
      and ($3::text is null or r.search @@ (select search_query($1, $3)))`

function pageOfWaiting(
  db: Db,
  centers: readonly number[] | null,
  search: string | undefined,
  paging: Paging,
  sorted: Order | undefined,
): Query {
  const { column, order } = sortedMatches(sorted)
  const parameters = [db.domainId, centers, search ? withoutLinkWords(search) : null]
  return pageOfMatches({ sql: waitingSql(column), parameters }, paging, order)
}

const pageOfAll = (db: Db, paging: Paging): Query =>
  pageByTallies(
    db,
    { list: 'label_requests', key: 'all', id: 'r.id', rows: () => 'label_requests r where r.domain_id = $1' },
    paging,
  )

const pageOfCenters = (db: Db, centers: readonly number[], paging: Paging): Query =>
  pageOfGroups(
    db,
    groupsOf(db, centers),
    { list: 'label_requests', prefix: 'center:', ids: { prefix: 'center:', bits: 10 }, id: 'r.id', rows: rowsOfCenter },
    paging,
  )

const searchAll = (db: Db, search: string, { offset, limit }: Paging): Query => ({
  sql: 'select count, ids from find_label_requests($2, $3, $4)',
  parameters: [db.domainId, withoutLinkWords(search), offset, limit],
})

/** Reads all requests of the centers, because a center has few. */
const searchInCenters = (column: string) => `
    with wanted as materialized (select search_query($1, $3) as words)
    select r.id ${column}
    from label_requests r, wanted
    where r.domain_id = $1
      and r.center_id = any($2::bigint[])
      and r.search @@ wanted.words`

function searchCenters(db: Db, centers: readonly number[], search: string, paging: Paging, sorted: Order | undefined): Query {
  const { column, order } = sortedMatches(sorted)
  const parameters = [db.domainId, centers, withoutLinkWords(search)]
  return pageOfMatches({ sql: searchInCenters(column), parameters }, paging, order)
}

/** Removes the words without digits from links: they are in every link, and not in the index. */
const withoutLinkWords = (entered: string) =>
  entered.replace(/https?:\/\/\S+/giu, (link) => link.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu)?.join(' ') ?? '')
