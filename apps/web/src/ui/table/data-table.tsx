import { Group } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { ColumnChooser, useColumns } from './column-chooser.tsx'
import { FilterChips } from './filter-chips.tsx'
import { usePublishedRows } from './row-neighbours.ts'
import { isSortOf } from './sort-order.ts'
import { SortSelect } from './sort-select.tsx'
import classes from './table.module.css'
import { TableBody, type TableBodyProps } from './table-body.tsx'
import type { Column } from './table-types.ts'

interface Props<Row> extends Omit<TableBodyProps<Row>, 'columns' | 'cards'> {
  /** The key under which this browser stores the chosen columns. */
  name: string
  columns: Column<Row>[]
  /** Search and filters. With a toolbar the columns can be chosen. */
  toolbar?: ReactNode
}

/** A URL or a saved view may sort by a column that the list does not have: it then gets its own order, and no error. */
function useKnownSort<Row>(columns: Column<Row>[], { sort, onSort }: TableBodyProps<Row>['page']) {
  const isUnknown = sort !== undefined && !isSortOf(columns, sort)
  useEffect(() => {
    if (isUnknown) onSort?.(undefined)
  })
}

/** A list that the server pages and filters: a table from 768 px on, cards below. */
export function DataTable<Row>({ name, columns, toolbar, ...body }: Props<Row>) {
  const { shown, toggle } = useColumns(name, columns)
  const cards = useIsPhone()
  const { chips, clear } = body.page
  useKnownSort(columns, body.page)
  usePublishedRows(body)
  return (
    <div>
      {toolbar && (
        <Group justify="space-between" gap="xs" mb="sm" align="flex-start">
          <Group gap="xs" flex={1}>
            {toolbar}
            {cards && <SortSelect columns={columns} page={body.page} />}
          </Group>
          {columns.length > 3 && <ColumnChooser columns={columns} shown={shown} onToggle={toggle} />}
        </Group>
      )}
      {chips.length > 0 && (
        <div style={{ marginBottom: 12 }}>
          <FilterChips chips={chips} onClear={clear} />
        </div>
      )}
      <div className={classes.frame} data-stale={body.list.isPlaceholderData || undefined} aria-busy={body.list.isFetching}>
        <TableBody {...body} columns={shown} cards={cards} />
      </div>
    </div>
  )
}
