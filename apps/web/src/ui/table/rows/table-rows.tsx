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
    <tbody>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          onClick={onRowClick(openRow?.(row))}
          data-opens={openRow?.(row) ? true : undefined}
          className={classes.row}
          data-chosen={selection?.has(row) || undefined}
        >
          {selection && (
            <td className={classes.choice}>
              <SelectBox row={row} rowName={rowName} selection={selection} />
            </td>
          )}
          {columns.map((column) =>
            column.main ? (
              <th key={column.key} scope="row" data-align={column.align} className={classes.main}>
                <RowName href={rowHref?.(row)} open={openRow?.(row)} badge={column.badge?.(row)}>
                  {column.cell(row)}
                </RowName>
              </th>
            ) : (
              <td key={column.key} data-figures={column.align} className={column.noWrap ? classes.oneLine : undefined}>
                {column.cell(row)}
              </td>
            ),
          )}
          {rowActions && (
            <td className={classes.menu}>
              <RowMenu name={rowName(row)} actions={rowActions(row)} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}
