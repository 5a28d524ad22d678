import type { VialEntry } from '@vialdesk/contract/vials'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { ArrivalText, OverridesText, ReceiverText, TrackingText } from '#web/features/vials/arrival/shipment-facts.tsx'
import { formatDay } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const entryTypeNames = { added: 'Added', shipped: 'Shipped' } as const

const columns: Column<VialEntry>[] = [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} />, width: 120 },
  {
    key: 'type',
    header: 'Type',
    width: 120,
    cell: ({ type }) => <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{entryTypeNames[type]}</StatusBadge>,
  },
  { key: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => formatCount(quantity) },
  {
    key: 'tracking_id',
    header: 'Tracking number',
    width: 160,
    cell: ({ tracking_id = '', tracking_link = '' }) => <TrackingText number={tracking_id} link={tracking_link} />,
  },
  {
    key: 'note',
    header: 'Note',
    cell: ({ note, corrected, overrides }) => (
      <>
        {(note || !corrected) && <LongText>{note}</LongText>}
        {corrected && ' (corrected)'}
        {note && <NoteMark reach="visible" />}
        <OverridesText overrides={overrides} />
      </>
    ),
  },
]

export const entryName = ({ type, date }: VialEntry) => `${entryTypeNames[type]} ${formatDay(date)}`

/** Sales roles get neither receivers nor arrivals. */
export const vialEntryColumns = (onConfirm: (entry: VialEntry) => void): Column<VialEntry>[] => [
  ...columns.slice(0, -1),
  {
    key: 'receiver',
    header: 'Receiver and arrival',
    width: 200,
    cell: (entry) =>
      entry.type === 'shipped' && entry.receiver !== undefined ? (
        <>
          <ReceiverText receiver={entry.receiver} />
          <ArrivalText
            arrival={entry.arrival}
            mayConfirm={entry.may_confirm_arrival}
            name={entryName(entry)}
            onConfirm={() => onConfirm(entry)}
          />
        </>
      ) : (
        '—'
      ),
  },
  ...columns.slice(-1),
]
