import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const PAGE_SIZE = 5

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
export function OwnVialHistory({ patientId }: { patientId: number }) {
  const page = useListPage(PAGE_SIZE)
  const list = useQuery({
    ...apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: page.query }),
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
      empty={<EmptyState title="Empty table. There's nothing to show" hint="The lab stores your vials when your cells are ready. They appear here then." />}
    />
  )
}
