import type { TeamMember } from '@vialdesk/contract/sales'
import type { ReactNode } from 'react'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { Column, ListState, RowProps } from '#web/ui/table/table-types.ts'
import { memberName } from './team.columns.tsx'

export const TEAM_PAGE_SIZE = 10

interface Props<Row> extends Pick<RowProps<Row>, 'onRow' | 'rowHref' | 'rowActions'> {
  /** The key under which this browser stores the chosen columns. */
  name: string
  label: string
  columns: Column<Row>[]
  list: ListState<Row>
  page: TablePage
  exports?: TableExport
  /** Shown in an empty table: the way to add people. */
  hint: ReactNode
}

/** The people of a team. */
export function TeamTable<Row extends TeamMember>({ hint, ...table }: Props<Row>) {
  return (
    <DataTable
      {...table}
      rowKey={({ id }) => id}
      rowName={memberName}
      empty={<EmptyState title="Empty table. There's nothing to show" hint={hint} />}
    />
  )
}
