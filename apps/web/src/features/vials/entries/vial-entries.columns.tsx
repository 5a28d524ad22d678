import type { VialEntry } from '@vialdesk/contract/vials'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const entryTypeNames = { added: 'Added', shipped: 'Shipped' } as const

export const vialEntryColumns: Column<VialEntry>[] = [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} />, width: 120 },
  {
    key: 'type',
    header: 'Type',
    width: 120,
    cell: ({ type }) => <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{entryTypeNames[type]}</StatusBadge>,
  },
  { key: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => formatCount(quantity) },
  { key: 'tracking_id', header: 'Tracking number', width: 160, cell: ({ tracking_id }) => <LongText>{tracking_id}</LongText> },
  {
    key: 'note',
    header: 'Note',
    cell: ({ note, corrected }) => (
      <>
        {(note || !corrected) && <LongText>{note}</LongText>}
        {corrected && ' (corrected)'}
      </>
    ),
  },
]
