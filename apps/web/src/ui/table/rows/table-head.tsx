import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import classes from '../table.module.css'
import type { Column } from '../table-types.ts'
import { nextSort, sortedDirection } from '../toolbar/sort-order.ts'

type Sorting = Pick<TablePage, 'sort' | 'onSort'>

interface Props<Row> {
  columns: Column<Row>[]
  withMenu: boolean
  /** The checkbox that selects all rows. */
  choice?: ReactNode
  /** Without it no column can be sorted. */
  sorting?: Sorting
}

const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconSelector }

function ColumnHead<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { header, sort: first, align } = column
  const onSort = sorting?.onSort
  const direction = first !== undefined && onSort ? sortedDirection(first, sorting.sort) : undefined
  const Icon = direction && sortIcons[direction]
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      data-align={align}
      className={classes.head}
      data-short-cells={column.shortCells || undefined}
      aria-sort={direction}
    >
      {Icon && first !== undefined ? (
        <UnstyledButton
          className={classes.sort}
          data-align={align}
          data-sorted={direction === 'none' ? undefined : true}
          onClick={() => onSort?.(nextSort(first, sorting?.sort))}
        >
          {header}
          <Icon size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      ) : (
        header
      )}
    </th>
  )
}

export function TableHead<Row>({ columns, withMenu, choice, sorting }: Props<Row>) {
  return (
    <thead>
      <tr>
        {choice && (
          <th style={{ width: 44 }} className={classes.choice}>
            {choice}
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.key} column={column} sorting={sorting} />
        ))}
        {withMenu && (
          <th style={{ width: 52 }}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
