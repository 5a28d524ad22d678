import type { VialEntry } from '@vialdesk/contract/vials'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { ArrivalText, OverridesText, TrackingText } from '#web/features/vials/arrival/shipment-facts.tsx'
import { formatDay } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const entryTypeNames = { added: 'Added', shipped: 'Shipped' } as const

export const entryName = ({ type, date }: VialEntry) => `${entryTypeNames[type]} ${formatDay(date)}`

/** Sales roles get nothing about a shipment. */
function Shipment({ entry, onConfirm }: { entry: VialEntry; onConfirm: (entry: VialEntry) => void }) {
  const { tracking_id = '', tracking_link = '', receiver, arrival, may_confirm_arrival } = entry
  return (
    <>
      <TrackingText number={tracking_id} link={tracking_link} />
      {receiver && (
        <div>
          To <LongText>{receiver.name}</LongText>
        </div>
      )}
      <ArrivalText
        arrival={arrival}
        mayConfirm={may_confirm_arrival}
        name={entryName(entry)}
        onConfirm={() => onConfirm(entry)}
        compact
      />
    </>
  )
}

export const vialEntryColumns = (onConfirm: (entry: VialEntry) => void): Column<VialEntry>[] => [
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
    header: 'Shipment',
    width: 230,
    cell: (entry) => (entry.type === 'shipped' ? <Shipment entry={entry} onConfirm={onConfirm} /> : '—'),
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
