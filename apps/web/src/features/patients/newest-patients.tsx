import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { labLabel } from '@vialdesk/contract/lab-fields'
import type { PatientRow } from '@vialdesk/contract/patients'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { noPatientsHint } from './no-patients-hint.ts'

const SHOWN = 5

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'stage', header: 'Stage', cell: (row) => <StageBadge stage={row.stage} vials={row} /> },
  { key: 'expected', header: labLabel('estimated_date_vials_ready_to_ship'), cell: (row) => <DueDate row={row} /> },
  { key: 'available', header: labLabel('vials_available'), align: 'right', cell: (row) => row.vials_available },
  { key: 'joined', header: 'Registered', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

const allPatients = (
  <Anchor component={Link} to="/center-patients" size="sm">
    All patients
  </Anchor>
)

/** The patients of a center who were registered last. */
export function NewestPatients({ onOpen }: { onOpen: (row: PatientRow) => void }) {
  const role = useSession()?.role
  const query = useQuery(apiQuery('GET /api/v1/users/patient/list/', { query: { limit: SHOWN } }))
  const pathOf = useRecordPath('/users/{id}')
  return (
    <Section title="Newest patients" action={allPatients}>
      <Loaded query={query} skeleton={<Skeleton h={SHOWN * 49} />}>
        {({ results }) => (
          <ShortList
            label="Newest patients"
            columns={columns}
            rows={results}
            rowKey={({ id }) => id}
            rowName={patientName}
            rowHref={pathOf && (({ id }) => pathOf(id))}
            onRow={onOpen}
            empty={<EmptyState hint={noPatientsHint(role)} />}
          />
        )}
      </Loaded>
    </Section>
  )
}
