import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PlainTable } from '../plain-table.tsx'
import { TablePages } from '../table-pages.tsx'
import type { Column, ListState, RowProps } from '../table-types.ts'
import { PhoneRows } from './phone-rows.tsx'
import { SelectAllBox } from './select-box.tsx'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { TableScroll } from './table-scroll.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

export interface TableBodyProps<Row> extends RowProps<Row> {
  /** The accessible name of the table. */
  label: string
  columns: Column<Row>[]
  list: ListState<Row>
  page: TablePage
  /** Shown when there are no records at all. */
  empty?: ReactNode
  /** The links to other pages, if not the numbered ones. */
  pages?: ReactNode
  onPhone: boolean
  /** Announced to screen readers while the first page loads. */
  loading?: string | undefined
}

function Nothing<Row>({ page, empty, list }: TableBodyProps<Row>) {
  if ((list.data?.count ?? 0) > 0) {
    const action = (
      <Button variant="default" onClick={() => page.onPage(0)}>
        Go to the first page
      </Button>
    )
    return <EmptyState title="This page is empty" hint="The list has become shorter." action={action} />
  }
  if (page.chips.length > 0) {
    const action = (
      <Button variant="default" onClick={page.clear}>
        Clear filters
      </Button>
    )
    return <EmptyState title="No results" hint="Nothing matches your search and filters." action={action} />
  }
  return empty ?? <EmptyState hint="Nothing was added yet." />
}

/** The rows of a list, or its skeleton, its empty state or its error. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { list, page, columns, onPhone, label, loading, empty, pages, ...rowProps } = props
  const { rowActions, selection } = rowProps
  if (!list.data) {
    if (list.error) return <FailedScreen inline message={readErrorMessage(list.error)} onRetry={() => void list.refetch()} />
    return (
      <TableSkeleton
        columns={columns}
        rows={page.limit}
        onPhone={onPhone}
        sorting={page}
        withSelection={selection !== undefined}
        withMenu={rowActions !== undefined}
        loading={loading}
      />
    )
  }
  const { results: rows, count } = list.data
  if (rows.length === 0) return <Nothing {...props} />
  return (
    <>
      {onPhone ? (
        <PhoneRows {...rowProps} columns={columns} rows={rows} label={label} />
      ) : (
        <TableScroll columns={columns.length}>
          <PlainTable aria-label={label}>
            <TableHead
              columns={columns}
              withMenu={Boolean(rowActions)}
              sorting={page}
              choice={selection && <SelectAllBox rows={rows} selection={selection} />}
            />
            <TableRows {...rowProps} columns={columns} rows={rows} />
          </PlainTable>
        </TableScroll>
      )}
      {pages ?? <TablePages count={count} page={page} narrow={onPhone} />}
    </>
  )
}
