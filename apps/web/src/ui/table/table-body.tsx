import { Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { wordsForReading } from '#web/lib/words.ts'
import { EmptyState } from '../empty-state.tsx'
import { FailedScreen } from '../failed-screen.tsx'
import { ChooseAllBox } from './choose-box.tsx'
import classes from './table.module.css'
import { TableCards } from './table-cards.tsx'
import { TableHead } from './table-head.tsx'
import { TablePages } from './table-pages.tsx'
import { TableRoom } from './table-room.tsx'
import { TableRows } from './table-rows.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import type { Column, ListState, RowProps } from './table-types.ts'

export interface TableBodyProps<Row> extends RowProps<Row> {
  /** Says to screen readers what the rows are. */
  label: string
  columns: Column<Row>[]
  list: ListState<Row>
  limit: number
  offset: number
  onPage: (offset: number) => void
  sort?: string | undefined
  onSort?: ((sort: string | undefined) => void) | undefined
  /** Whether a filter is on: no results are then not no records. */
  filtered?: boolean
  onClearFilters?: () => void
  /** Stands where there are no records at all. */
  empty?: ReactNode
  /** The line of totals, by column. */
  totals?: Record<string, ReactNode> | undefined
  cards: boolean
  /** Said to screen readers while there is nothing yet. */
  loading?: string | undefined
}

function Nothing<Row>({ filtered, onClearFilters, empty, list, onPage }: TableBodyProps<Row>) {
  if ((list.data?.count ?? 0) > 0) {
    const action = (
      <Button variant="default" onClick={() => onPage(0)}>
        Go to the first page
      </Button>
    )
    return <EmptyState title="This page is empty" hint="The list has become shorter." action={action} />
  }
  if (filtered) {
    const action = onClearFilters && (
      <Button variant="default" onClick={onClearFilters}>
        Clear filters
      </Button>
    )
    return <EmptyState title="No results" hint="Try other words or filters." action={action} />
  }
  return empty ?? <EmptyState title="Empty table. There's nothing to show" />
}

function Totals<Row>({
  columns,
  totals,
  withMenu,
  withChoice,
}: {
  columns: Column<Row>[]
  totals: Record<string, ReactNode>
  withMenu: boolean
  withChoice: boolean
}) {
  return (
    <Table.Tfoot className={classes.totals}>
      <Table.Tr>
        {withChoice && <Table.Td />}
        {columns.map(({ key, align }, index) => (
          <Table.Td key={key} ta={align}>
            {totals[key] ?? (index === 0 ? 'Total' : null)}
          </Table.Td>
        ))}
        {withMenu && <Table.Td />}
      </Table.Tr>
    </Table.Tfoot>
  )
}

/** What the list has to say: rows, a skeleton, nothing, or why not. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const {
    list,
    columns,
    cards,
    label,
    limit,
    offset,
    onPage,
    sort,
    onSort,
    totals,
    rowActions,
    rowKey,
    rowName,
    onRow,
    choosing,
  } = props
  if (!list.data) {
    if (list.error) return <FailedScreen inline message={wordsForReading(list.error)} onRetry={() => void list.refetch()} />
    return <TableSkeleton columns={columns.length} rows={limit} cards={cards} loading={props.loading} />
  }
  const { results: rows, count } = list.data
  if (rows.length === 0) return <Nothing {...props} />
  const rowProps = { columns, rows, rowKey, rowName, onRow, rowActions, choosing }
  const choice = choosing && <ChooseAllBox rows={rows} choosing={choosing} />
  return (
    <>
      {cards ? (
        <TableCards {...rowProps} label={label} />
      ) : (
        <TableRoom columns={columns.length}>
          <Table verticalSpacing="sm" highlightOnHover={Boolean(onRow)} aria-label={label}>
            <TableHead columns={columns} sort={sort} onSort={onSort} withMenu={Boolean(rowActions)} choice={choice} />
            <TableRows {...rowProps} />
            {totals && <Totals columns={columns} totals={totals} withMenu={Boolean(rowActions)} withChoice={Boolean(choosing)} />}
          </Table>
        </TableRoom>
      )}
      <TablePages count={count} limit={limit} offset={offset} onPage={onPage} narrow={cards} />
    </>
  )
}
