import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './table.module.css'
import type { Column } from './table-types.ts'

interface Props<Row> {
  columns: Column<Row>[]
  /** `key`, or `-key` from the last to the first. */
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
  withMenu: boolean
  /** Chooses all rows. */
  choice?: ReactNode
}

const spoken = { up: 'ascending', down: 'descending', none: 'none' } as const
const icons = { up: IconArrowUp, down: IconArrowDown, none: IconSelector }

const directionOf = (key: string, sort: string | undefined) => (sort === key ? 'up' : sort === `-${key}` ? 'down' : 'none')
/** First up, then down, then as the server orders by itself. */
const nextSort = (key: string, sort: string | undefined) =>
  ({ none: key, up: `-${key}`, down: undefined })[directionOf(key, sort)]

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const Shown = icons[directionOf(column.key, sort)]
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={() => onSort(nextSort(column.key, sort))}
      data-on={sort?.endsWith(column.key) || undefined}
    >
      {column.header}
      <Shown size={14} aria-hidden />
    </UnstyledButton>
  )
}

export function TableHead<Row>({ columns, sort, onSort, withMenu, choice }: Props<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {choice && (
          <Table.Th w={44} className={classes.choice}>
            {choice}
          </Table.Th>
        )}
        {columns.map((column) => {
          const sortable = column.sortable && onSort
          return (
            <Table.Th
              key={column.key}
              scope="col"
              w={column.width}
              ta={column.align}
              className={classes.head}
              data-short-cells={column.shortCells || undefined}
              aria-sort={sortable ? spoken[directionOf(column.key, sort)] : undefined}
            >
              {sortable ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
            </Table.Th>
          )
        })}
        {withMenu && (
          <Table.Th w={52}>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}
