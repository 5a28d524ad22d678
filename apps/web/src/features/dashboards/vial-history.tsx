import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { ask } from '#web/lib/api.ts'
import { useListPage } from '#web/lib/use-list-page.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

const PAGE = 5

const columns: Column<VialEntry>[] = [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'type',
    header: 'Type',
    cell: ({ type }) => (
      <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{type === 'added' ? 'Added to storage' : 'Shipped'}</StatusBadge>
    ),
  },
  { key: 'tracking_id', header: 'Tracking number', cell: ({ tracking_id }) => <LongText>{tracking_id}</LongText> },
  { key: 'note', header: 'Note', cell: ({ note }) => <LongText>{note}</LongText> },
  { key: 'quantity', header: 'Vials', align: 'right', cell: ({ quantity }) => <span className="figures">{quantity}</span> },
]

/** Added and shipped vials, newest first. */
export function VialHistory({ patientId }: { patientId: number }) {
  const page = useListPage(PAGE)
  const list = useQuery({
    ...ask('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name="my-vials"
      label="Vial history"
      columns={columns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={({ date }) => date}
      empty={<EmptyState title="Empty table. There's nothing to show" hint="Your vials appear here once they are in storage." />}
    />
  )
}
