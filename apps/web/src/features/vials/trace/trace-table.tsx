import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { Vial } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialStateBadge } from '#web/features/vials/vial-state-badge.tsx'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { RecordLink } from '#web/ui/text/record-link.tsx'
import classes from './trace-report.module.css'
import { type TraceColumn, TraceRows } from './trace-rows.tsx'

/** The code of a vial, with a link to its page if the reader may open it. */
function VialLink({ code }: { code: string }) {
  const mayOpen = mayOpenScreen('/vials/{code}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/vials/${code}` : undefined}>{formatVialCode(code)}</RecordLink>
}

const columns: readonly [TraceColumn<Vial>, ...TraceColumn<Vial>[]] = [
  {
    header: 'Code',
    cell: ({ code }) => (
      <span className={classes.code}>
        <VialLink code={code} />
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ state, reason }) => (
      <>
        <VialStateBadge state={state} />
        {reason && (
          <div className={classes.reason}>
            <LongText>{reason}</LongText>
          </div>
        )}
      </>
    ),
  },
  { header: 'Added on', cell: ({ added_on }) => <DateText value={added_on} /> },
  { header: 'Shipped on', cell: ({ shipped_on }) => <DateText value={shipped_on} /> },
  { header: 'Tracking number', cell: ({ tracking_id }) => <LongText>{tracking_id}</LongText> },
  { header: 'Place', cell: (vial) => <LongText>{vialPlaceText(vial)}</LongText> },
]

/** All vials of the patient. */
export function TraceTable({ vials, patient }: { vials: Vial[]; patient: Vial['patient'] }) {
  return (
    <TraceRows
      label="Vials"
      columns={columns}
      rows={vials}
      above={
        <>
          Vials of <bdi>{patientName(patient)}</bdi>, patient {patient.id}
        </>
      }
    />
  )
}
