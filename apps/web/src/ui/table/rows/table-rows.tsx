import { Table } from '@mantine/core'
import classes from '../table.module.css'
import type { Column, RowProps } from '../table-types.ts'
import { onRowClick } from './row-clicks.ts'
import { RowName, useOpenRow } from './row-link.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectBox } from './select-box.tsx'

interface Props<Row> extends RowProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
}

export function TableRows<Row>({ columns, rows, rowKey, rowName, onRow, rowHref, rowActions, selection }: Props<Row>) {
  const openRow = useOpenRow({ onRow, rowHref })
  return (
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr
          key={rowKey(row)}
          onClick={onRowClick(openRow?.(row))}
          data-opens={openRow?.(row) ? true : undefined}
          className={classes.row}
          data-chosen={selection?.has(row) || undefined}
        >
          {selection && (
            <Table.Td className={classes.choice}>
              <SelectBox row={row} rowName={rowName} selection={selection} />
            </Table.Td>
          )}
          {columns.map((column) =>
            column.main ? (
              <Table.Th key={column.key} scope="row" ta={column.align} className={classes.main}>
                <RowName href={rowHref?.(row)} open={openRow?.(row)} badge={column.badge?.(row)}>
                  {column.cell(row)}
                </RowName>
              </Table.Th>
            ) : (
              <Table.Td
                key={column.key}
                ta={column.align}
                data-figures={column.align}
                className={column.noWrap ? classes.oneLine : undefined}
              >
                {column.cell(row)}
              </Table.Td>
            ),
          )}
          {rowActions && (
            <Table.Td ta="right" py={4}>
              <RowMenu name={rowName(row)} actions={rowActions(row)} />
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
