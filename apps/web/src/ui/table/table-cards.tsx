import { Group } from '@mantine/core'
import { RowLink, useOpenRow } from './row-link.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectAllBox, SelectBox } from './select-box.tsx'
import classes from './table.module.css'
import type { Column, RowProps } from './table-types.ts'

interface Props<Row> extends RowProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
  label: string
}

/** The rows as cards for phones: the main column as heading, the others as pairs below it. */
export function TableCards<Row>({ columns, rows, label, rowKey, rowName, onRow, rowHref, rowActions, selection }: Props<Row>) {
  const openRow = useOpenRow({ onRow, rowHref })
  const main = columns.find((column) => column.main)
  const cards = (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} data-chosen={selection?.has(row) || undefined}>
          <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.cardHead}>
            {selection && <SelectBox row={row} rowName={rowName} selection={selection} />}
            {openRow?.(row) ? (
              <RowLink href={rowHref?.(row)} open={openRow(row)}>
                {main?.cell(row) ?? rowName(row)}
              </RowLink>
            ) : (
              <span className={classes.main}>{main?.cell(row) ?? rowName(row)}</span>
            )}
            {rowActions && <RowMenu name={rowName(row)} actions={rowActions(row)} />}
          </Group>
          <dl className={classes.pairs}>
            {columns.map((column) =>
              column.main ? null : (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
  if (!selection) return cards
  return (
    <>
      <div className={classes.chooseAll}>
        <SelectAllBox rows={rows} selection={selection} label="Select all on this page" />
      </div>
      {cards}
    </>
  )
}
