import { isValidElement, type ReactNode } from 'react'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import type { ExportedList, ListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { CursorPages } from '#web/ui/table/cursor-pages.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListFields } from '#web/ui/table/filters/list-fields.tsx'
import type { Column, RowProps } from '#web/ui/table/table-types.ts'
import type { Empty, ListDefinition, ListExport, RowOf } from './define-list.ts'
import { type ListInput, type OpenList, useList } from './use-list.ts'

interface TableProps<Row> extends Partial<Pick<RowProps<Row>, 'onRow' | 'rowHref' | 'rowActions' | 'selection'>> {
  /** Where they depend on the reader. */
  columns?: Column<Row>[]
  /** Other links to the pages. */
  pages?: ReactNode
  /** Where it depends on the reader. */
  empty?: Empty
}

const idOf = (row: unknown) => (row as { id: number }).id

/** What an empty list shows: most have a hint, and some another element. */
function nothingOf(empty: Empty | undefined) {
  if (empty === undefined || isValidElement(empty)) return empty
  return <EmptyState {...(typeof empty === 'string' ? { hint: empty } : empty)} />
}

/** The table of a list that the screen reads itself, because it shows more of it. */
export function ListTable<A extends ReadingCall, Filter extends object, Row>({
  of: { definition, input, page, list },
  columns = definition.columns ?? [],
  empty = definition.empty,
  ...rest
}: { of: OpenList<A, Filter, Row> } & TableProps<Row>) {
  const exported = definition.exports as ListExport | undefined
  const { call, name, label, views, filters = [], isCursor, loading, rowKey, rowName, rowHref } = definition
  const hasFields = filters.some(({ Field }) => Field !== undefined)
  return (
    <DataTable
      name={name}
      label={label}
      views={views}
      exports={exported && { list: call as ExportedList, ...input, ...exported, uncounted: isCursor }}
      columns={columns}
      list={list}
      page={page}
      rowKey={rowKey ?? idOf}
      rowName={rowName}
      rowHref={rowHref}
      loading={loading}
      empty={nothingOf(empty)}
      pages={isCursor ? <CursorPages data={list.data as never} page={page} /> : undefined}
      toolbar={hasFields && <ListFields filters={filters} page={page as never as ListPage<object>} />}
      {...rest}
    />
  )
}

/** A list with its filters, pages and export. */
export function List<A extends ReadingCall, Filter extends object, Row = RowOf<A>>({
  of,
  params,
  query,
  ...table
}: { of: ListDefinition<A, Filter, Row> } & ListInput & TableProps<Row>) {
  return <ListTable of={useList(of, { params, query })} {...table} />
}
