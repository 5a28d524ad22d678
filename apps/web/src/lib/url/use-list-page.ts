import type { ExportedListKey } from '@vialdesk/contract/exports'
import type { ViewList } from '@vialdesk/contract/views'
import { useState } from 'react'
import { type Period, periodText } from '#web/lib/format/periods.ts'
import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

export interface Chip {
  key: string
  /** Such as `Role: Lab`. */
  label: string
  onRemove: () => void
}

/** One filter of a list. */
export interface ListFilter<Filter> {
  /** Its keys in the URL. */
  keys: (keyof Filter & string)[]
  /** The text of its chip; falsy while the filter is off. */
  label: string | 0 | undefined
}

/** The name of a list whose filters can be saved. */
export type ViewedList = ViewList

/** The call of a list that can be exported. */
export type ExportedList = ExportedListKey

/** Filters, order and page size as in the URL. A saved view keeps them. */
export type ListSettings = Record<string, string>

/** The page that a table shows. */
export interface TablePage {
  limit: number
  offset: number
  onPage: (offset: number) => void
  /** False for a list without a count: `onPage` knows the first page only. */
  isNumbered?: false
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
  query: Filter & PageQuery
}

export interface PageQuery {
  offset: number
  limit: number
  /** A text from the URL. Only the server knows the columns of each list, and names this key when it refuses a text. */
  sort?: never
}

interface PageSearch {
  offset?: number
  limit?: number
  sort?: string
}

/** A sort key of the URL as a part of a query. */
export const sortQuery = (sort: string | undefined) => (sort === undefined ? {} : { sort: sort as never })

/** The offset of the page that has the row at the present offset, after a change of the page size. */
export const offsetForLimit = (offset: number, limit: number) => offset - (offset % limit)

const noFilters = () => []

/** The search text that most lists have. */
export const searchFilter = ({ search }: { search?: string | undefined }): ListFilter<{ search?: string | undefined }> => ({
  keys: ['search'],
  label: search && `Search: ${search}`,
})

export const periodFilter = (period: Period): ListFilter<Period> => ({
  keys: ['date_after', 'date_before'],
  label: periodText(period),
})

type ChangeUrl = ReturnType<typeof useChangeUrlSearch>
type FiltersOf<Filter> = (filter: Filter) => ListFilter<Filter>[]

/** Texts, without keys that are off. */
const asTexts = (search: object): ListSettings =>
  Object.fromEntries(Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))

/** Separate from the hook for its tests. */
export function listPageOf<Filter extends object>(
  ownLimit: number,
  filtersOf: FiltersOf<Filter>,
  { offset = 0, limit = ownLimit, sort, ...search }: PageSearch,
  changeUrl: ChangeUrl,
): ListPage<Filter> {
  const filters = filtersOf(search as Filter)
  const keys: string[] = filters.flatMap((each) => each.keys)
  const filter = Object.fromEntries(Object.entries(search).filter(([key]) => keys.includes(key))) as Filter
  const change = (part: object) => changeUrl({ offset: undefined, ...part }, { replace: true })
  const remove = (removed: string[]) => change(Object.fromEntries(removed.map((key) => [key, undefined])))
  return {
    filter,
    change,
    query: { ...filter, offset, limit, ...sortQuery(sort) },
    limit,
    offset,
    onPage: (next) => change({ offset: next || undefined }),
    ownLimit,
    onLimit: (next) => change({ limit: next === ownLimit ? undefined : next, offset: offsetForLimit(offset, next) || undefined }),
    sort,
    onSort: (next) => change({ sort: next }),
    settings: asTexts({ ...filter, ...(limit !== ownLimit && { limit }), sort }),
    onSettings: (next) => {
      const own = [...keys, 'limit', 'sort']
      change(Object.fromEntries(own.map((key) => [key, next[key]])))
    },
    chips: filters.flatMap(({ keys: own, label }) => (label ? [{ key: own.join(), label, onRemove: () => remove(own) }] : [])),
    clear: () => remove(keys),
  }
}

/**
 * Filters, order and page of a list, kept in the URL. A change replaces the entry in the history, so that Back leaves the
 * screen. `filtersOf` lists every filter, on or off.
 */
export const useListPage = <Filter extends object>(limit: number, filtersOf: FiltersOf<Filter> = noFilters): ListPage<Filter> =>
  listPageOf(limit, filtersOf, useUrlSearch(), useChangeUrlSearch())

/** The page of a list without filters in an overlay, whose URL belongs to the list below. */
export function useLocalPage(ownLimit: number): TablePage & { query: PageQuery } {
  const [{ offset = 0, limit = ownLimit, sort }, setPage] = useState<PageSearch>({})
  return {
    query: { offset, limit, ...sortQuery(sort) },
    limit,
    offset,
    onPage: (next) => setPage({ offset: next, limit, ...(sort !== undefined && { sort }) }),
    ownLimit,
    onLimit: (next) => setPage({ offset: offsetForLimit(offset, next), limit: next, ...(sort !== undefined && { sort }) }),
    sort,
    onSort: (next) => setPage({ limit, ...(next !== undefined && { sort: next }) }),
    chips: [],
    clear: () => undefined,
  }
}
