import { Group } from '@mantine/core'
import type { PatientRow } from '@vialdesk/contract/patients'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { dueText } from '#web/features/dashboards/due-text.ts'
import { today } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

/** An estimated date that has passed is marked as overdue. */
function ExpectedDay({ day }: { day: string | null }) {
  const due = day === null ? undefined : dueText(day, today())
  return (
    <Group gap="xs">
      <DateText value={day} />
      {due?.overdue && <StatusBadge meaning="bad">{due.text}</StatusBadge>}
    </Group>
  )
}

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} vials={row} /> },
  { key: 'received', header: 'Received', cell: (row) => <DateText value={row.date_adipose_received_by_lab} /> },
  {
    key: 'expected',
    header: 'Estimated ready date',
    cell: (row) => <ExpectedDay day={row.estimated_date_vials_ready_to_ship} />,
  },
]

/** Patients between tissue shipment and ready vials. */
export function PatientsInProcessing({ rows, onOpen }: { rows: PatientRow[]; onOpen: (row: PatientRow) => void }) {
  const empty = (
    <EmptyState
      title="Empty table. There's nothing to show"
      hint="When you ship the tissue of a patient, the lab enters its date, and the patient appears here until the vials are ready."
    />
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
