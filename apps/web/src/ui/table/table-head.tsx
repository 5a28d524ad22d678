import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './table.module.css'
import type { Column } from './table-types.ts'

interface Props<Row> {
  columns: Column<Row>[]
  withMenu: boolean
  /** The checkbox that selects all rows. */
  choice?: ReactNode
}

export function TableHead<Row>({ columns, withMenu, choice }: Props<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {choice && (
          <Table.Th w={44} className={classes.choice}>
            {choice}
          </Table.Th>
        )}
        {columns.map((column) => (
          <Table.Th
            key={column.key}
            scope="col"
            w={column.width}
            ta={column.align}
            className={classes.head}
            data-short-cells={column.shortCells || undefined}
          >
            {column.header}
          </Table.Th>
        ))}
        {withMenu && (
          <Table.Th w={52}>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}
