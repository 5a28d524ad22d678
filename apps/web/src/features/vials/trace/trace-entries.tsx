import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { useState } from 'react'
import { ArrivalDrawer } from '#web/features/vials/arrival/arrival-drawer.tsx'
import { ArrivalText, OverridesText, ReceiverText, TrackingText } from '#web/features/vials/arrival/shipment-facts.tsx'
import { entryName, entryTypeNames } from '#web/features/vials/entries/vial-entries.columns.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import classes from './trace-report.module.css'
import { type TraceColumn, TraceRows } from './trace-rows.tsx'

/** More entries of one patient are in the vial history. */
const MAX_ENTRIES = 100

type Column = TraceColumn<VialEntry>

const shippedOnly =
  (cell: Column['cell']): Column['cell'] =>
  (entry) =>
    entry.type === 'shipped' ? cell(entry) : '—'

const columnsOf = (onConfirm: (entry: VialEntry) => void): [Column, ...Column[]] => [
  { header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    header: 'Entry',
    cell: ({ type, quantity, note, overrides }) => (
      <>
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          {entryTypeNames[type]} · {vialCountText(quantity)}
        </Text>
        {note && (
          <div className={classes.reason}>
            <LongText>{note}</LongText>
          </div>
        )}
        <OverridesText overrides={overrides} />
      </>
    ),
  },
  { header: 'Receiver', cell: shippedOnly(({ receiver }) => <ReceiverText receiver={receiver} />) },
  {
    header: 'Tracking number',
    cell: shippedOnly(({ tracking_id = '', tracking_link = '' }) => <TrackingText number={tracking_id} link={tracking_link} />),
  },
  {
    header: 'Arrival',
    cell: shippedOnly((entry) => (
      <ArrivalText
        arrival={entry.arrival}
        mayConfirm={entry.may_confirm_arrival}
        name={entryName(entry)}
        onConfirm={() => onConfirm(entry)}
      />
    )),
  },
]

/** The vial entries of the trace: for shipped ones the receiver, the carrier and the arrival, and the overrides of both kinds. */
export function TraceEntries({ patientId }: { patientId: number }) {
  const [confirming, setConfirming] = useState<VialEntry>()
  const query = useQuery({
    ...apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: { limit: MAX_ENTRIES } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Releases and shipments" lead="Newest first">
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            {results.length > 0 ? (
              <TraceRows label="Releases and shipments" columns={columnsOf(setConfirming)} rows={results} />
            ) : (
              <EmptyState hint="Nothing was released or shipped yet." />
            )}
            {count > MAX_ENTRIES && `The newest ${MAX_ENTRIES} of ${count} entries.`}
          </>
        )}
      </Loaded>
      <ArrivalDrawer entry={confirming} onClose={() => setConfirming(undefined)} />
    </Section>
  )
}
