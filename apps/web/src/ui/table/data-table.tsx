import { type ReactNode, useEffect, useRef } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import type { ViewedList } from '#web/lib/url/use-list-page.ts'
import { useDensity } from './density.ts'
import { FilterChips } from './filter-chips.tsx'
import { useFocusOpenedRow } from './row-link.tsx'
import { usePublishedRows } from './row-neighbours.ts'
import { isSortOf } from './sort-order.ts'
import classes from './table.module.css'
import { TableBody, type TableBodyProps } from './table-body.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { Column } from './table-types.ts'
import { useColumns } from './use-columns.ts'
import { useKeptHeight } from './use-kept-height.ts'

interface Props<Row> extends Omit<TableBodyProps<Row>, 'columns' | 'onPhone'> {
  /** The key under which this browser stores the chosen columns. */
  name: string
  columns: Column<Row>[]
  /** Search and filters. With a toolbar the columns can be chosen. */
  toolbar?: ReactNode
  /** The name under which the filters of the list are saved. */
  views?: ViewedList
}

/** A URL or a saved view may sort by a column that the list does not have: it then gets its own order, and no error. */
function useKnownSort<Row>(columns: Column<Row>[], { sort, onSort }: TableBodyProps<Row>['page']) {
  const isUnknown = sort !== undefined && !isSortOf(columns, sort)
  useEffect(() => {
    if (isUnknown) onSort?.(undefined)
  })
}

/** A list that the server pages and filters: a table from 768 px on, rows of two lines below. */
export function DataTable<Row>({ name, columns, toolbar, views, ...body }: Props<Row>) {
  const onPhone = useIsPhone()
  const { page, list, onRow, rowHref } = body
  const { shown, toggle } = useColumns(name, columns, { onPhone, opens: Boolean(onRow ?? rowHref) })
  const { density } = useDensity()
  const frame = useRef<HTMLDivElement>(null)
  const keepHeight = useKeptHeight(frame)
  useKnownSort(columns, page)
  usePublishedRows(body)
  useFocusOpenedRow(frame, list.data !== undefined)
  return (
    <div>
      <TableToolbar
        columns={columns}
        shown={shown}
        onToggle={toggle}
        page={page}
        views={views}
        onPhone={onPhone}
        onFocus={keepHeight}
      >
        {toolbar}
      </TableToolbar>
      {page.chips.length > 0 && (
        <div className={classes.chips}>
          <FilterChips chips={page.chips} onClear={page.clear} />
        </div>
      )}
      <div
        ref={frame}
        className={classes.frame}
        data-density={density}
        data-stale={list.isPlaceholderData || undefined}
        aria-busy={list.isFetching}
      >
        <TableBody {...body} columns={shown} onPhone={onPhone} />
      </div>
    </div>
  )
}
