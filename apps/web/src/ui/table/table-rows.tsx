import { Table, UnstyledButton } from '@mantine/core'
import { RowMenu } from './row-menu.tsx'
import { SelectBox } from './select-box.tsx'
import classes from './table.module.css'
import type { Column, RowProps } from './table-types.ts'

interface Props<Row> extends RowProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
}

function MainCell<Row>({ column, row, onRow }: { column: Column<Row>; row: Row; onRow: ((row: Row) => void) | undefined }) {
  if (!onRow) return column.cell(row)
  return (
    <UnstyledButton
      className={classes.open}
      onClick={(event) => {
        event.stopPropagation()
        onRow(row)
      }}
    >
      {column.cell(row)}
    </UnstyledButton>
  )
}

export function TableRows<Row>({ columns, rows, rowKey, rowName, onRow, rowActions, selection }: Props<Row>) {
  return (
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr
          key={rowKey(row)}
          onClick={onRow && (() => onRow(row))}
          data-opens={onRow ? true : undefined}
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
                <MainCell column={column} row={row} onRow={onRow} />
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
