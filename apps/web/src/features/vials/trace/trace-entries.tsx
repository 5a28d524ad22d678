import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { type ReactNode, useState } from 'react'
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

/** More entries of one patient are in the vial history. */
const MAX_ENTRIES = 100

interface Column {
  header: string
  cell: (entry: VialEntry, onConfirm: (entry: VialEntry) => void) => ReactNode
}

const shippedOnly =
  (cell: Column['cell']): Column['cell'] =>
  (entry, onConfirm) =>
    entry.type === 'shipped' ? cell(entry, onConfirm) : '—'

const columns: Column[] = [
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
    cell: shippedOnly((entry, onConfirm) => (
      <ArrivalText
        arrival={entry.arrival}
        mayConfirm={entry.may_confirm_arrival}
        name={entryName(entry)}
        onConfirm={() => onConfirm(entry)}
      />
    )),
  },
]

function EntriesTable({ entries, onConfirm }: { entries: VialEntry[]; onConfirm: (entry: VialEntry) => void }) {
  return (
    <table className={classes.vials} aria-label="Releases and shipments">
      <thead>
        <tr>
          <th scope="col">Date</th>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              <DateText value={entry.date} />
            </th>
            {columns.map(({ header, cell }) => (
              <td key={header} data-header={header}>
                <div>{cell(entry, onConfirm)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
              <EntriesTable entries={results} onConfirm={setConfirming} />
            ) : (
              <EmptyState title="Empty table. There's nothing to show" hint="Nothing was released or shipped yet." />
            )}
            {count > MAX_ENTRIES && `The newest ${MAX_ENTRIES} of ${count} entries.`}
          </>
        )}
      </Loaded>
      <ArrivalDrawer entry={confirming} onClose={() => setConfirming(undefined)} />
    </Section>
  )
}
