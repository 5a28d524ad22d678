/**
 * The lists of label requests, newest first or sorted. The list of a domain uses tallies, or the index of words (150-label-requests.sql). The
 * list of some centers uses the index of centers.
 */

import type { LabelRequestFilter } from '@vialdesk/contract/shipping'
import { type List, longBySearch, longByTallies, rowsFoundBy, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, hasWords, type Part, type TalliedList, valuesOf } from '#api/db/paging.ts'
import { metByMany, orderOf, type SortValues } from '#api/db/sorted-paging.ts'

export type RequestFilter = LabelRequestFilter

const sortValues: SortValues<'id' | 'date' | 'state'> = {
  id: { value: 'r.id' },
  date: { value: 'r.label_date' },
  state: { value: 'parcel_number(r.parcel)' },
}

const ALL = 'label_requests r where r.domain_id = $1'
const allRequests: TalliedList = { list: 'label_requests', isKey: () => `key = 'all'`, id: 'r.id', rows: () => ALL }

/** `centers` null: of all centers. */
export function listRequests(centers: readonly number[] | null, filter: RequestFilter): List {
  const order = orderOf(filter.sort, sortValues)
  const search = filter.search ? withoutLinkWords(filter.search) : undefined
  const ofCenters: Part = (bind) => (centers ? `and r.center_id = any(${bind(centers)}::bigint[])` : '')
  const withWords = (bind: Bind) => (search === undefined ? '' : `and ${hasWords('r', search, bind)}`)
  // The condition matches the partial index of requests without a label. They are few.
  const waiting: Part = (bind) => `${ALL} and r.pdf_file is null and r.tracking_number = '' ${ofCenters(bind)} ${withWords(bind)}`
  if (filter.waiting) return { order, matches: rowsOf('r.id', waiting) }
  if (centers === null) return search === undefined ? listAll(order) : searchAll(search, order)
  // A center has few requests, so a search reads all of them.
  const matches = rowsOf('r.id', (bind) => `${ALL} ${ofCenters(bind)} ${withWords(bind)}`)
  return { order, matches, long: search === undefined ? longByTallies(requestsOf(centers)) : undefined }
}

type Sorting = List['order']
const listAll = (order: Sorting): List => ({ order, matches: rowsOf('r.id', () => ALL), long: longByTallies(allRequests) })

function searchAll(search: string, order: Sorting): List {
  const rows: Part = (bind) => `${ALL} and ${metByMany(hasWords('r', search, bind))}`
  const matches = rowsFoundBy('label_requests', 'r', 'find_label_requests', valuesOf(search))
  return { order, matches, long: longBySearch('find_label_requests', valuesOf(search), allRequests, rows) }
}

const requestsOf = (centers: readonly number[]): TalliedList => ({
  ...allRequests,
  groups: (bind) => `select id from unnest(${bind(centers)}::bigint[]) id`,
  isKey: () => `key = any(array(select 'center:' || id from groups))`,
  rows: () => `${ALL} and r.center_id = groups.id`,
})

/** Removes the words without digits from links: they are in every link, and not in the index. */
const withoutLinkWords = (entered: string) =>
  entered.replace(/https?:\/\/\S+/giu, (link) => link.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu)?.join(' ') ?? '')
