import { labLabel } from '@vialdesk/contract/lab-fields'
import type { PatientRow } from '@vialdesk/contract/patients'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} vials={row} /> },
  {
    key: 'received',
    header: labLabel('date_adipose_received_by_lab'),
    cell: (row) => <DateText value={row.date_adipose_received_by_lab} />,
  },
  {
    key: 'expected',
    header: labLabel('estimated_date_vials_ready_to_ship'),
    cell: (row) => <DueDate row={row} />,
  },
]

/** Patients between tissue shipment and ready vials. */
export function PatientsInProcessing({ rows, onOpen }: { rows: PatientRow[]; onOpen: (row: PatientRow) => void }) {
  const empty = (
    <EmptyState hint="When you ship the tissue of a patient, the lab enters its date, and the patient appears here until the vials are ready." />
  )
  return (
    <ShortList
      label="Patients in processing"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={patientName}
      onRow={onOpen}
      rowHref={({ id }) => `/users/${id}`}
      empty={empty}
    />
  )
}
