import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import type { InputArgs, ReadingCall } from '#web/lib/api/call-types.ts'
import { type ListPage, useListPage } from '#web/lib/url/use-list-page.ts'
import type { ListState } from '#web/ui/table/table-types.ts'
import type { ListDefinition, RowOf } from './define-list.ts'

/** What a list is of, apart from its filters. */
export interface ListInput {
  params?: { id?: number; hc_id?: number } | undefined
  /** Filters that are not in the address of the screen. */
  query?: object | undefined
}

export interface OpenList<A extends ReadingCall, Filter extends object, Row = RowOf<A>> {
  definition: ListDefinition<A, Filter, Row>
  input: ListInput
  page: ListPage<Filter>
  list: ListState<Row>
  /** The answer, which may have more than rows. */
  data: Answer<A> | undefined
  query: UseQueryResult<Answer<A>>
}

/** The query of one page. */
export const pageQuery = <A extends ReadingCall>(call: A, { params, query }: ListInput, page: object) =>
  apiQuery(call, ...([{ params, query: { ...page, ...query } }] as unknown as InputArgs<A>))

/** A page in the middle of a list without a count that became empty is not an empty list. */
const withoutCount = ({ results }: { results: unknown[] }, isFirst: boolean | undefined) => results.length + (isFirst ? 0 : 1)

/** Reads the page of a list that the URL asks for. */
export function useList<A extends ReadingCall, Filter extends object, Row = RowOf<A>>(
  definition: ListDefinition<A, Filter, Row>,
  input: ListInput = {},
): OpenList<A, Filter, Row> {
  const { call, isCursor, rereadAfter } = definition
  const page = useListPage<Filter>(definition)
  const query = useQuery({
    ...pageQuery(call, input, page.query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => rereadAfter?.(state.data as Answer<A> | undefined) ?? false,
  }) as unknown as UseQueryResult<Answer<A>>
  const data = query.data as (Answer<A> & { results: Row[] }) | undefined
  const counted = isCursor && data ? { ...query, data: { ...data, count: withoutCount(data, page.isFirst) } } : query
  return { definition, input, page, list: counted as unknown as ListState<Row>, data, query }
}
