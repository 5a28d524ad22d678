import { IconCircleCheck } from '@tabler/icons-react'
import { labLabel } from '@vialdesk/contract/lab-fields'
import type { PatientRow } from '@vialdesk/contract/patients'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'center', header: 'Harvest center', cell: ({ hc_desc }) => centerLinks(hc_desc) },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} vials={row} /> },
  {
    key: 'expected',
    header: labLabel('estimated_date_vials_ready_to_ship'),
    cell: (row) => <DueDate row={row} showsDistance />,
  },
  { key: 'checks', header: labLabel('number_times_qc_done'), align: 'right', cell: (row) => row.number_times_qc_done },
  { key: 'preparation', header: labLabel('vials_preparation'), align: 'right', cell: (row) => row.vials_preparation },
]

/** Patients whose vials are due or overdue, the longest overdue first. */
export function DuePatients({ rows, onOpen }: { rows: PatientRow[]; onOpen: (row: PatientRow) => void }) {
  const empty = <EmptyState icon={IconCircleCheck} hint="No patient is overdue or due within a week." />
  return (
    <ShortList
      label="Patients due"
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
