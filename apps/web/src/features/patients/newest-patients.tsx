import { useQuery } from '@tanstack/react-query'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import { NEWEST, NewestRows } from '#web/entities/list/newest-rows.tsx'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { noPatientsHint } from './no-patients-hint.ts'

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} vials={row} /> },
  { key: 'expected', header: labLabel('estimated_date_vials_ready_to_ship'), cell: (row) => <DueDate row={row} /> },
  { key: 'available', header: labLabel('vials_available'), align: 'right', cell: (row) => row.vials_available },
  { key: 'joined', header: 'Registered', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

/** The patients of a center who were registered last. */
export function NewestPatients({ onOpen }: { onOpen: (row: PatientRow) => void }) {
  const role = useSession()?.role
  const pathOf = useRecordPath('/users/{id}')
  return (
    <NewestRows<PatientRow>
      title="Newest patients"
      all={{ to: '/center-patients', label: 'All patients' }}
      query={useQuery(apiQuery('GET /api/v1/users/patient/list/', { query: { limit: NEWEST } }))}
      columns={columns}
      rowName={patientName}
      rowHref={pathOf && (({ id }) => pathOf(id))}
      onRow={onOpen}
      empty={<EmptyState hint={noPatientsHint(role)} />}
    />
  )
}
