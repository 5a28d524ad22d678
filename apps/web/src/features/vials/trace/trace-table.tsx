import type { Vial } from '@vialdesk/contract/single-vials'
import type { ReactNode } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialLink } from '#web/entities/vial/vial-link.tsx'
import { VialStateBadge } from '#web/features/vials/vial-state-badge.tsx'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import classes from './trace-report.module.css'

const columns: { header: string; cell: (vial: Vial) => ReactNode }[] = [
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

/** All vials at once. CSS turns rows into cards on narrow screens, but paper always gets a table. */
export function TraceTable({ vials, patient }: { vials: Vial[]; patient: Vial['patient'] }) {
  return (
    <table className={classes.vials} aria-label="Vials">
      <thead>
        {/* Repeated on every sheet of paper, so that a loose sheet shows its patient. */}
        <tr className={classes.loose}>
          <td colSpan={columns.length + 1}>
            Vials of <bdi>{patientName(patient)}</bdi>, patient {patient.id}
          </td>
        </tr>
        <tr>
          <th scope="col">Code</th>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {vials.map((vial) => (
          <tr key={vial.id}>
            <th scope="row">
              <span className={classes.code}>
                <VialLink code={vial.code} />
              </span>
            </th>
            {columns.map(({ header, cell }) => (
              <td key={header} data-header={header}>
                <div>{cell(vial)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
