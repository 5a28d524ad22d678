import type { VialEntry } from '@vialdesk/contract/vials'
import { showCount } from '#web/lib/figures.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

export const typeNames = { added: 'Added', shipped: 'Shipped' } as const

export const vialColumns: Column<VialEntry>[] = [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} />, width: 120 },
  {
    key: 'type',
    header: 'Type',
    width: 120,
    cell: ({ type }) => <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{typeNames[type]}</StatusBadge>,
  },
  { key: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => showCount(quantity) },
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
