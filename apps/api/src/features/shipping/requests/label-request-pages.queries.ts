/**
 * Pages of the lists of label requests, newest first. The list of a domain uses tallies, or the index of words
 * (150-label-requests.sql). The list of some centers uses the index of centers.
 */
import type { Paging } from '@vialdesk/contract/primitives'
import type { LabelRequestFilter } from '@vialdesk/contract/shipping'
import type { Db } from '#api/db/db.ts'
import { pageByTallies, pageOfGroups, pageOfMatches, type Query } from '#api/db/paging.ts'

export type RequestFilter = LabelRequestFilter

/** `centers` null: of all centers. */
export function pageOfRequests(db: Db, centers: readonly number[] | null, { search, waiting, ...paging }: RequestFilter): Query {
  if (waiting) return pageOfWaiting(db, centers, search, paging)
  if (search) return centers === null ? searchAll(db, search, paging) : searchCenters(db, centers, search, paging)
  return centers === null ? pageOfAll(db, paging) : pageOfCenters(db, centers, paging)
}

/** The condition matches the partial index of requests without a label. They are few. */
const WAITING = `
    select r.id
    from label_requests r
    where r.domain_id = $1
      and r.pdf_file is null and r.tracking_number = ''
      and ($2::bigint[] is null or r.center_id = any($2))
      and ($3::text is null or r.search @@ (select search_query($1, $3)))`

const pageOfWaiting = (db: Db, centers: readonly number[] | null, search: string | undefined, paging: Paging): Query =>
  pageOfMatches({ sql: WAITING, parameters: [db.domainId, centers, search ? withoutLinkWords(search) : null] }, paging)

const pageOfAll = (db: Db, paging: Paging): Query =>
  pageByTallies(
    db,
    { list: 'label_requests', key: 'all', id: 'r.id', rows: () => 'label_requests r where r.domain_id = $1' },
    paging,
  )

const pageOfCenters = (db: Db, centers: readonly number[], paging: Paging): Query =>
  pageOfGroups(
    db,
    { sql: 'select id from unnest($2::bigint[]) id', parameters: [db.domainId, centers] },
    {
      list: 'label_requests',
      prefix: 'center:',
      id: 'r.id',
      rows: (_, domain) => `label_requests r where r.domain_id = ${domain} and r.center_id = groups.id`,
    },
    paging,
  )

const searchAll = (db: Db, search: string, { offset, limit }: Paging): Query => ({
  sql: 'select count, ids from find_label_requests($2, $3, $4)',
  parameters: [db.domainId, withoutLinkWords(search), offset, limit],
})

/** Reads all requests of the centers, because a center has few. */
const SEARCH_IN_CENTERS = `
    with wanted as materialized (select search_query($1, $3) as words)
    select r.id
    from label_requests r, wanted
    where r.domain_id = $1
      and r.center_id = any($2::bigint[])
      and r.search @@ wanted.words`

const searchCenters = (db: Db, centers: readonly number[], search: string, paging: Paging): Query =>
  pageOfMatches({ sql: SEARCH_IN_CENTERS, parameters: [db.domainId, centers, withoutLinkWords(search)] }, paging)

/** Removes the words without digits from links: they are in every link, and not in the index. */
const withoutLinkWords = (entered: string) =>
  entered.replace(/https?:\/\/\S+/giu, (link) => link.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu)?.join(' ') ?? '')
