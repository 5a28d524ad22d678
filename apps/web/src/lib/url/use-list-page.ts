import type { ExportedListKey } from '@vialdesk/contract/business/exports'
import type { ViewList } from '@vialdesk/contract/business/views'
import { useState } from 'react'
import type { ListFilter } from './list-filter.tsx'
import { asId, asPageSize, asSort, asWholeNumber, type Reader, searchReader } from './search-params.ts'
import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

export interface Chip {
  key: string
  /** Such as `Role: Lab`. */
  label: string
  onRemove: () => void
}

/** The name of a list whose filters can be saved. */
export type ViewedList = ViewList

/** The call of a list that can be exported. */
export type ExportedList = ExportedListKey

/** Filters, order and page size as in the URL. A saved view keeps them. */
export type ListSettings = Record<string, string>

/** Where a page of a list without a count begins: before or after a row, in the order of the list. Neither for the first page. */
export interface Cursor {
  before?: number | undefined
  after?: number | undefined
}

/** The page that a table shows. */
export interface TablePage {
  limit: number
  offset: number
  onPage: (offset: number) => void
  /** False for a list without a count: `onPage` knows the first page only, and `go` the others. */
  isNumbered?: boolean
  isFirst?: boolean
  go?: (cursor: Cursor) => void
  /** The page size that the list has by itself. */
  ownLimit?: number
  /** Changes the page size. Without it the size is fixed. */
  onLimit?: (limit: number) => void
  /** The column that the list is sorted by, with `-` in front for descending. Undefined: the order that the list has by itself. */
  sort?: string | undefined
  /** Sorts the list from its first row on. Without it the order is fixed. */
  onSort?: (sort: string | undefined) => void
  settings?: ListSettings
  /** Replaces all settings, and goes to the first page. Keys of other lists are ignored. */
  onSettings?: (settings: ListSettings) => void
  chips: Chip[]
  /** Removes all filters of the list. Other keys of the URL stay. */
  clear: () => void
}

export interface ListPage<Filter extends object> extends TablePage {
  filter: Filter
  /** Changes filters and goes back to the first page. Undefined removes a filter. */
  change: (part: Partial<Filter>) => void
  /** The query of the list's call. */
  query: Filter & Cursor & { offset?: number | undefined; limit: number; sort?: string | undefined }
}

/** The page of a list, as its definition says it. */
export interface PageOptions {
  pageSize: number
  filters?: readonly ListFilter[]
  /** The keys of filters in the order of their chips, where that is not the order of the fields. */
  chipOrder?: readonly string[]
  /** A long list that grows while it is read. Its pages have neither a number nor a count. */
  isCursor?: boolean
  /** The list is in an overlay, and the URL belongs to the list below. */
  isLocal?: boolean
}

/** The offset of the page that has the row at the present offset, after a change of the page size. */
export const offsetForLimit = (offset: number, limit: number) => offset - (offset % limit)

const readPage = searchReader({ offset: asWholeNumber, limit: asPageSize, sort: asSort, before: asId, after: asId })

/** Texts, without keys that are off. */
const asTexts = (search: object): ListSettings =>
  Object.fromEntries(Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))

const without = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, undefined]))

/** Chips that the order does not name follow, in the order of their fields. */
function placeIn(order: readonly string[], { key }: Chip): number {
  const place = order.indexOf(key.split(',')[0] ?? key)
  return place < 0 ? order.length : place
}

/** Separate from the hook for its tests. `labels` are the texts of the chips, as many as the filters. */
export function listPageOf<Filter extends object>(
  { pageSize, filters = [], chipOrder = [], isCursor = false, isLocal = false }: PageOptions,
  search: Record<string, unknown>,
  labels: (string | 0 | undefined)[],
  changeSearch: (part: object) => void,
): ListPage<Filter> {
  const keysOf = (each: ListFilter) => Object.keys(each.keys)
  const keys = filters.flatMap(keysOf)
  const readers: Record<string, Reader<unknown>> = Object.assign({}, ...filters.map((each) => each.keys))
  const filter = searchReader(readers)(search) as Filter
  const readSettings = searchReader({ ...readers, limit: asPageSize, sort: asSort })
  const { limit = pageSize, before, after, ...numbered } = readPage(search)
  const [offset, sort] = isCursor ? [0, undefined] : [numbered.offset ?? 0, numbered.sort]
  const first = isCursor ? { before: undefined, after: undefined } : { offset: undefined }
  const change = (part: object) => changeSearch({ ...first, ...part })
  const chips = filters.flatMap((each, place) => {
    const [own, label] = [keysOf(each), labels[place]]
    return label ? [{ key: own.join(), label, onRemove: () => change(without(own)) }] : []
  })
  const ownSize = (next: number) => (next === pageSize ? undefined : next)
  return {
    filter,
    change,
    query: { ...filter, ...(isCursor ? { before, after } : { offset }), limit, sort },
    limit,
    offset,
    isNumbered: !isCursor,
    onPage: (next) => change({ ...(!isCursor && { offset: next || undefined }) }),
    ...(isCursor && { isFirst: before === undefined && after === undefined, go: change }),
    ownLimit: pageSize,
    ...(isCursor
      ? !isLocal && { onLimit: (next: number) => changeSearch({ limit: ownSize(next) }) }
      : {
          onLimit: (next: number) => change({ limit: ownSize(next), offset: offsetForLimit(offset, next) || undefined }),
          sort,
          onSort: (next: string | undefined) => change({ sort: next }),
        }),
    settings: asTexts({ ...filter, limit: ownSize(limit), sort }),
    onSettings: (next) => change({ ...without([...keys, 'limit', 'sort']), ...readSettings(next) }),
    chips: chips.toSorted((one, other) => placeIn(chipOrder, one) - placeIn(chipOrder, other)),
    clear: () => change(without(keys)),
  }
}

/**
 * Filters, order and page of a list, kept in the URL. A change replaces the entry in the history, so that Back leaves the screen.
 * Keys of the URL that have no valid value are off.
 */
export function useListPage<Filter extends object>(options: PageOptions): ListPage<Filter> {
  const { filters = [], isLocal = false } = options
  const url = useUrlSearch<Record<string, unknown>>()
  const changeUrl = useChangeUrlSearch()
  const [own, setOwn] = useState<Record<string, unknown>>({})
  const search = isLocal ? own : url
  // biome-ignore lint/correctness/useHookAtTopLevel: the filters of a list are always the same.
  const labels = filters.map(({ keys, useChip }) => useChip(searchReader(keys as Record<string, Reader<unknown>>)(search)))
  return listPageOf(options, search, labels, (part) =>
    isLocal ? setOwn((now) => ({ ...now, ...part })) : changeUrl(part, { replace: true }),
  )
}
