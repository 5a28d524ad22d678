import { IconCircleCheck } from '@tabler/icons-react'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ComponentProps } from 'react'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const name: Column<PatientRow> = { key: 'name', header: 'Patient', main: true, cell: patientName }
const stage: Column<PatientRow> = {
  key: 'stage',
  header: 'Stage',
  cell: (row) => <StageBadge stage={row.stage} vials={row} />,
}
const expected = { key: 'expected', header: labLabel('estimated_date_vials_ready_to_ship') }

const inProcessing: Column<PatientRow>[] = [
  name,
  stage,
  {
    key: 'received',
    header: labLabel('date_adipose_received_by_lab'),
    cell: (row) => <DateText value={row.date_adipose_received_by_lab} />,
  },
  { ...expected, cell: (row) => <DueDate row={row} /> },
]

const due: Column<PatientRow>[] = [
  name,
  { key: 'center', header: 'Harvest center', cell: ({ hc_desc }) => centerLinks(hc_desc) },
  stage,
  { ...expected, cell: (row) => <DueDate row={row} showsDistance /> },
  { key: 'checks', header: labLabel('number_times_qc_done'), align: 'right', cell: (row) => row.number_times_qc_done },
  { key: 'preparation', header: labLabel('vials_preparation'), align: 'right', cell: (row) => row.vials_preparation },
]

interface Props {
  rows: PatientRow[]
  onOpen: (row: PatientRow) => void
}

interface ListProps extends Props {
  label: string
  columns: Column<PatientRow>[]
  empty: Omit<ComponentProps<typeof EmptyState>, 'title'>
}

/** A row opens the drawer of its patient. */
const PatientList = ({ onOpen, empty, ...rest }: ListProps) => (
  <ShortList
    {...rest}
    rowKey={({ id }) => id}
    rowName={patientName}
    onRow={onOpen}
    rowHref={({ id }) => `/users/${id}`}
    empty={<EmptyState {...empty} title="Empty table. There's nothing to show" />}
  />
)

const noneInProcessing = {
  hint: 'When you ship the tissue of a patient, the lab enters its date, and the patient appears here until the vials are ready.',
}
const noneDue = { icon: IconCircleCheck, hint: 'No patient is overdue or due within a week.' }

/** Patients between tissue shipment and ready vials. */
export const PatientsInProcessing = (props: Props) => (
  <PatientList {...props} label="Patients in processing" columns={inProcessing} empty={noneInProcessing} />
)

/** Patients whose vials are due or overdue, the longest overdue first. */
export const DuePatients = (props: Props) => <PatientList {...props} label="Patients due" columns={due} empty={noneDue} />
