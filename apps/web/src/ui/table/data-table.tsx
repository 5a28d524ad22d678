import { Button, Group } from '@mantine/core'
import { type ReactNode, type RefObject, use, useCallback, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { usePublishedRows } from '#web/lib/url/row-neighbours.ts'
import type { TablePage, ViewedList } from '#web/lib/url/use-list-page.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { useFocusOpenedRow } from './rows/row-link.tsx'
import { TableBody, type TableBodyProps } from './rows/table-body.tsx'
import { type ExportProps, ExportSlot, type TableExport } from './selection/export-slot.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelection } from './selection/use-selection.ts'
import classes from './table.module.css'
import type { Column, RowSelection } from './table-types.ts'
import { useDensity } from './toolbar/density.ts'
import { isSortOf } from './toolbar/sort-order.ts'
import { TableToolbar } from './toolbar/table-toolbar.tsx'
import { useColumns } from './toolbar/use-columns.ts'

/**
 * Keeps the height that a table has when a filter gets the focus. A search that finds less would else make the page shorter than the
 * window is scrolled, and the browser would move the search box under the finger or the pointer. The height of the window is enough for
 * that.
 */
function useKeptHeight(frame: RefObject<HTMLElement | null>): () => void {
  return useCallback(() => {
    const { current } = frame
    if (!current) return
    current.style.minHeight = ''
    current.style.minHeight = `${Math.min(current.offsetHeight, window.innerHeight)}px`
  }, [frame])
}

/** The list as the table shows it, for its export: on all pages. */
function exportOf(exported: TableExport, page: TablePage, count: number | undefined): ExportProps {
  const all: Record<string, string> = { ...page.settings, ...(page.sort && { sort: page.sort }) }
  const { limit: _, ...settings } = all
  const fixed = Object.entries(exported.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return {
    ...exported,
    query: { ...settings, ...Object.fromEntries(fixed) },
    count: exported.uncounted ? undefined : count,
    offset: page.offset,
  }
}

/** One call exports at most this many chosen rows. */
const MAX_CHOSEN = 200

interface ChosenRowsProps {
  exported: ExportProps
  ids: number[]
  onClear: () => void
}

/** The chosen rows of a table without other actions on them: their export, or that of all rows that match. */
function ChosenRows({ exported, ids, onClear }: ChosenRowsProps) {
  const Export = use(ExportSlot)
  const chosen = ids.join()
  /** The rows that were chosen when all that match were selected. Another choice ends this. */
  const [allWith, setAllWith] = useState<string>()
  if (allWith !== undefined && allWith !== chosen) setAllWith(undefined)
  const { count = 0, rows } = exported
  const isAll = allWith === chosen
  const tooMany = !isAll && ids.length > MAX_CHOSEN
  const canSelectAll = !isAll && ids.length > 0 && count > ids.length
  return (
    <SelectionBar
      label={`Selected ${rows[1]}`}
      count={isAll ? count : ids.length}
      hint={tooMany ? `Select at most ${MAX_CHOSEN} ${rows[1]}, or all of them.` : undefined}
      onClear={onClear}
    >
      <Group gap="xs">
        {canSelectAll && (
          <Button variant="subtle" onClick={() => setAllWith(chosen)} className="figures">
            Select all {formatCount(count)} that match
          </Button>
        )}
        {Export && !tooMany && <Export {...exported} ids={isAll ? undefined : ids} />}
      </Group>
    </SelectionBar>
  )
}

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
