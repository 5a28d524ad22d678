import type { VialEntry } from '@vialdesk/contract/vials'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

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

const history = defineList('GET /api/v1/vials-history/user/{id}/', {
  name: 'my-vials',
  label: 'Vial history',
  pageSize: 5,
  columns,
  rowName: ({ date }) => date,
  empty: 'The lab stores your vials when your cells are ready. They appear here then.',
})

/** Added and shipped vials, newest first. */
export const OwnVialHistory = ({ patientId }: { patientId: number }) => <List of={history} params={{ id: patientId }} />
