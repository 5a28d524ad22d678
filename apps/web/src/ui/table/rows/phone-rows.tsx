import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainNames } from '#web/ui/text/record-link.tsx'
import classes from '../table.module.css'
import type { Column, RowProps } from '../table-types.ts'
import { phonePlace } from '../toolbar/use-columns.ts'
import { onRowClick } from './row-clicks.ts'
import { RowName, useOpenRow } from './row-link.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectAllBox, SelectBox } from './select-box.tsx'

interface Props<Row> extends RowProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
  label: string
}

const BLANK = '—'

interface FactProps {
  header: string
  /** The header is visible; else only screen readers have it. */
  labelled: boolean
  children: ReactNode
}

const Fact = ({ header, labelled, children }: FactProps) => (
  <span className={classes.fact}>
    <span className={labelled ? classes.factLabel : 'visually-hidden'}>{header} </span>
    {children}
  </span>
)

interface RowPartsProps<Row> {
  row: Row
  columns: Column<Row>[]
  /** Of a row that opens nothing: all of its facts are here, and each needs its label. */
  isComplete: boolean
}

function Facts<Row>({ row, columns, isComplete }: RowPartsProps<Row>) {
  const facts = columns.flatMap((column) => {
    if (column.main || phonePlace(column) === 'side') return []
    const value = column.cell(row)
    if (value === BLANK || value === '') return []
    const labelled = isComplete ? column.phone !== 'line' : column.phone === 'labelled' || column.align === 'right'
    return [
      <Fact key={column.key} header={column.header} labelled={labelled}>
        {value}
      </Fact>,
    ]
  })
  if (facts.length === 0) return null
  return (
    <PlainNames value={!isComplete}>
      <div className={classes.facts}>{facts}</div>
    </PlainNames>
  )
}

function Side<Row>({ row, columns }: Omit<RowPartsProps<Row>, 'isComplete'>) {
  return columns
    .filter((column) => phonePlace(column) === 'side')
    .map(({ key, header, cell }) => (
      <span key={key} className={classes.side}>
        <span className="visually-hidden">{header} </span>
        {cell(row)}
      </span>
    ))
}

/** The rows on a phone: the name with a status on its right, and the main facts under it. A tap opens the rest. */
export function PhoneRows<Row>({ columns, rows, label, rowKey, rowName, onRow, rowHref, rowActions, selection }: Props<Row>) {
  const main = columns.find((column) => column.main)
  const openRow = useOpenRow({ onRow, rowHref })
  return (
    <>
      {selection && (
        <div className={classes.chooseAll}>
          <SelectAllBox rows={rows} selection={selection} label="Select all on this page" />
        </div>
      )}
      <ul className={classes.phoneRows} aria-label={label}>
        {rows.map((row) => {
          const open = openRow?.(row)
          return (
            <Box
              component="li"
              key={rowKey(row)}
              className={classes.phoneRow}
              onClick={onRowClick(open)}
              data-opens={open ? true : undefined}
              data-chosen={selection?.has(row) || undefined}
            >
              {selection && <SelectBox row={row} rowName={rowName} selection={selection} />}
              <div className={classes.phoneMain}>
                <div className={classes.phoneTitle}>
                  <span className={classes.main}>
                    <RowName href={rowHref?.(row)} open={open} badge={main?.badge?.(row)}>
                      {main?.cell(row) ?? rowName(row)}
                    </RowName>
                  </span>
                  <Side row={row} columns={columns} />
                </div>
                <Facts row={row} columns={columns} isComplete={!open} />
              </div>
              {rowActions && <RowMenu name={rowName(row)} actions={rowActions(row)} />}
            </Box>
          )
        })}
      </ul>
    </>
  )
}
