import { type ReactNode, use, useEffect, useRef } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { usePublishedRows } from '#web/lib/url/row-neighbours.ts'
import type { ViewedList } from '#web/lib/url/use-list-page.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { useFocusOpenedRow } from './rows/row-link.tsx'
import { TableBody, type TableBodyProps } from './rows/table-body.tsx'
import { useKeptHeight } from './rows/use-kept-height.ts'
import { ChosenRows } from './selection/chosen-rows.tsx'
import { ExportSlot, type TableExport } from './selection/export-slot.ts'
import { exportOf } from './selection/table-export.ts'
import { useSelection } from './selection/use-selection.ts'
import classes from './table.module.css'
import type { Column, RowSelection } from './table-types.ts'
import { useDensity } from './toolbar/density.ts'
import { isSortOf } from './toolbar/sort-order.ts'
import { TableToolbar } from './toolbar/table-toolbar.tsx'
import { useColumns } from './toolbar/use-columns.ts'

interface Props<Row> extends Omit<TableBodyProps<Row>, 'columns' | 'onPhone'> {
  /** The key under which this browser stores the chosen columns. */
  name: string
  columns: Column<Row>[]
  /** Search and filters. With a toolbar the columns can be chosen. */
  toolbar?: ReactNode
  /** The name under which the filters of the list are saved. */
  views?: ViewedList | undefined
  /** The list, whose rows can be exported: all that match, or the chosen ones. */
  exports?: TableExport | undefined
}

/** A URL or a saved view may sort by a column that the list does not have: it then gets its own order, and no error. */
function useKnownSort<Row>(columns: Column<Row>[], { sort, onSort }: TableBodyProps<Row>['page']) {
  const isUnknown = sort !== undefined && !isSortOf(columns, sort)
  useEffect(() => {
    if (isUnknown) onSort?.(undefined)
  })
}

/** The rows that can be chosen for the export of a table without actions on several rows. */
function useExports<Row>({
  exports: exported,
  page,
  list,
  selection,
}: Pick<Props<Row>, 'exports' | 'page' | 'list' | 'selection'>) {
  const mayExport = use(ExportSlot) !== undefined
  const rows = list.data?.results as (Row & { id: number })[] | undefined
  const { limit: _limit, sort: _sort, ...filter } = page.settings ?? {}
  const own = useSelection(JSON.stringify([filter, exported?.params, exported?.query]), rows)
  if (!exported || !mayExport) return { selection }
  if (exported.onlyAll) return { selection, exported: exportOf(exported, page, list.data?.count) }
  return {
    selection: selection ?? (own.selection as RowSelection<never> as RowSelection<Row>),
    exported: exportOf(exported, page, list.data?.count),
    chosen: selection ? undefined : { ids: own.selected.map(({ id }) => id), onClear: own.clear },
  }
}

/** A list that the server pages and filters: a table from 768 px on, rows of two lines below. */
export function DataTable<Row>({ name, columns, toolbar, views, exports, ...body }: Props<Row>) {
  const onPhone = useIsPhone()
  const { page, list, onRow, rowHref } = body
  const { shown, toggle } = useColumns(name, columns, { onPhone, opens: Boolean(onRow ?? rowHref) })
  const { density } = useDensity()
  const frame = useRef<HTMLDivElement>(null)
  const keepHeight = useKeptHeight(frame)
  useKnownSort(columns, page)
  const { selection, exported, chosen } = useExports({ ...body, exports })
  const openRow = usePublishedRows(body)
  useFocusOpenedRow(frame, list.data !== undefined)
  return (
    <div>
      <TableToolbar
        columns={columns}
        shown={shown}
        onToggle={toggle}
        page={page}
        views={views}
        exported={exported}
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
        <TableBody {...body} onRow={openRow} selection={selection} columns={shown} onPhone={onPhone} />
      </div>
      {exported && chosen && <ChosenRows exported={exported} {...chosen} />}
    </div>
  )
}
