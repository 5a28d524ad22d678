import { useQueryClient } from '@tanstack/react-query'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import { type OpenList, pageQuery } from './use-list.ts'

/** The chosen rows of a list, and the button that chooses those of all pages. One call changes at most `max` of the `rows`. */
export function useListSelection<A extends ReadingCall, Filter extends object, Row extends { id: number }>(
  { definition, input, page, list }: OpenList<A, Filter, Row>,
  { max, rows }: { max: number; rows: string },
) {
  const client = useQueryClient()
  const { selected, selection, clear } = useSelection(JSON.stringify(page.filter), list.data?.results)
  const readPage = (paging: object) =>
    client.fetchQuery(pageQuery(definition.call, input, { ...page.query, ...paging })) as unknown as Promise<{ results: Row[] }>
  const selectAll = (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={max}
      rows={rows}
      readPage={readPage}
      onSelect={(all) => selection.set(all, true)}
    />
  )
  return { selected, selection, clear, selectAll }
}
