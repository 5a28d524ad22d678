/**
 * Which requests a page shows, and how many there are in all, the newest first, as a query that answers `count` and `ids`. Of all of a
 * domain they are counted and entered by their tallies, or found by an index of words (150-label-requests.sql); of some centers they are
 * read by the index of a center.
 */
import type { Paging } from '@vialdesk/contract/primitives'

export type RequestFilter = Paging & { search?: string | undefined }

export interface PageQuery {
  text: string
  /** The first is the domain. */
  values: unknown[]
}

export function pageQuery(domainId: number, centers: readonly number[] | null, filter: RequestFilter): PageQuery {
  const { search, offset, limit } = filter
  const words = search ? [withoutLinks(search)] : []
  if (centers === null) return { text: search ? found : tallied, values: [domainId, ...words, offset, limit] }
  return { text: search ? foundOfCenters : ofCenters, values: [domainId, centers, ...words, offset, limit] }
}

/** Of a link only words with digits are kept (the others are in every link), so only these are looked for. */
const withoutLinks = (entered: string) =>
  entered.replace(/https?:\/\/\S+/giu, (link) => link.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu)?.join(' ') ?? '')

/** $2 words, $3 offset, $4 limit. */
const found = 'select count, ids from find_label_requests($2, $3, $4)'

/** $2 offset, $3 limit: enters where the running sum of the blocks passes the offset. */
const tallied = `with blocks as materialized (
    select block, n, sum(n::integer) over (order by block desc) - n as before
    from tallies where domain_id = $1 and list = 'label_requests' and key = 'all'),
  first as materialized (select block, before from blocks where before + n > $2 order by block desc limit 1)
  select (select coalesce(sum(n::integer), 0) from blocks) as count,
    array(select r.id from label_requests r where r.domain_id = $1 and r.id < (((select block from first)::bigint + 1) << 10)
      order by r.id desc offset $2::bigint - (select before from first) limit $3) as ids`

/** $2 centers, $3 offset, $4 limit: the newest of each center, and of these the newest. */
const ofCenters = `
  select (select coalesce(sum(n::integer), 0) from tallies where domain_id = $1 and list = 'label_requests'
      and key = any(array(select 'center:' || c from unnest($2::bigint[]) c))) as count,
    array(select newest.id from unnest($2::bigint[]) c, lateral (
        select r.id from label_requests r where r.domain_id = $1 and r.center_id = c order by r.id desc limit $3::bigint + $4) newest
      order by newest.id desc offset $3 limit $4) as ids`

/** $2 centers, $3 words, $4 offset, $5 limit. A center has few enough to look at each. */
const foundOfCenters = `with wanted as materialized (select search_query($1, $3) as words),
  found as materialized (select r.id from label_requests r, wanted
    where r.domain_id = $1 and r.center_id = any($2::bigint[]) and r.search @@ wanted.words)
  select (select count(*) from found) as count, array(select id from found order by id desc offset $4 limit $5) as ids`
