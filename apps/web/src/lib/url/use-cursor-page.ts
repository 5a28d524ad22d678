import { useState } from 'react'
import { type ListFilter, type ListPage, listPageOf, type TablePage } from './use-list-page.ts'
import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

/** The page begins at a row: the rows before it or after it in the order of the list. None for the first page. */
export interface Cursor {
  before?: number | undefined
  after?: number | undefined
}

export interface CursorPage<Filter extends object> extends Omit<ListPage<Filter>, 'query'> {
  query: Filter & Cursor & { limit: number }
  isFirst: boolean
  go: (cursor: Cursor) => void
}

/** As `useListPage`, for a long list that grows while it is read. A page has neither a number nor a count. */
export function useCursorPage<Filter extends object>(
  ownLimit: number,
  filtersOf: (filter: Filter) => ListFilter<Filter>[],
): CursorPage<Filter> {
  const { before, after, ...search } = useUrlSearch<Cursor>()
  const changeUrl = useChangeUrlSearch()
  const go = (cursor: Cursor) => changeUrl({ before: undefined, after: undefined, ...cursor }, { replace: true })
  const page = listPageOf(ownLimit, filtersOf, search, (part, options) =>
    changeUrl({ before: undefined, after: undefined, ...part }, options),
  )
  const { filter, limit } = page
  return {
    ...page,
    onLimit: (next) => changeUrl({ limit: next === ownLimit ? undefined : next }, { replace: true }),
    query: { ...filter, ...(before !== undefined && { before }), ...(after !== undefined && { after }), limit },
    isFirst: before === undefined && after === undefined,
    go,
    onPage: () => go({}),
    isNumbered: false,
  }
}

/** As `useLocalPage`, for a long list that grows while it is read. */
export function useLocalCursorPage(
  limit: number,
): TablePage & { query: Cursor & { limit: number }; isFirst: boolean; go: (cursor: Cursor) => void } {
  const [cursor, go] = useState<Cursor>({})
  return {
    query: { ...cursor, limit },
    limit,
    offset: 0,
    isFirst: cursor.before === undefined && cursor.after === undefined,
    go,
    onPage: () => go({}),
    isNumbered: false,
    chips: [],
    clear: () => undefined,
  }
}

/** The table's count of a page without one: a page in the middle of the list that became empty is not an empty list. */
export const withoutCount = <Data extends { results: unknown[] }>(data: Data | undefined, { isFirst }: { isFirst: boolean }) =>
  data && { ...data, count: data.results.length + (isFirst ? 0 : 1) }
