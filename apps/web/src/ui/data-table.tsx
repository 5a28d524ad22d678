import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from '#web/lib/use-phone.ts'
import { ColumnChooser, useColumns } from './table/column-chooser.tsx'
import classes from './table/table.module.css'
import { TableBody, type TableBodyProps } from './table/table-body.tsx'
import type { Column } from './table/table-types.ts'

interface Props<Row> extends Omit<TableBodyProps<Row>, 'columns' | 'cards'> {
  /** Names the table on this browser: chosen columns are remembered under it. */
  name: string
  columns: Column<Row>[]
  /** Search and filters; with them comes the choice of columns. */
  toolbar?: ReactNode
  /** The filters that are on: `FilterChips`. */
  chips?: ReactNode
}

/**
 * Every list of the portal: paged, sorted and filtered by the server, a table from 768 px on and cards below. Where it
 * is, which filter and which sort are the caller's, who keeps them in the address.
 */
export function DataTable<Row>({ name, columns, toolbar, chips, ...body }: Props<Row>) {
  const { shown, toggle } = useColumns(name, columns)
  const cards = usePhone()
  return (
    <div>
      {toolbar && (
        <Group justify="space-between" gap="xs" mb="sm" align="flex-start">
          <Group gap="xs" flex={1}>
            {toolbar}
          </Group>
          {columns.length > 3 && <ColumnChooser columns={columns} shown={shown} onToggle={toggle} />}
        </Group>
      )}
      {chips && <div style={{ marginBottom: 12 }}>{chips}</div>}
      <div className={classes.frame} data-stale={body.list.isPlaceholderData || undefined} aria-busy={body.list.isFetching}>
        <TableBody {...body} columns={shown} cards={cards} />
      </div>
    </div>
  )
}
