import { Group } from '@mantine/core'
import type { PatientRow } from '@vialdesk/contract/patients'
import { today } from '#web/lib/dates.ts'
import { dueWords } from '#web/lib/due-words.ts'
import { patientName } from '#web/lib/patient-words.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ShortList } from '#web/ui/short-list.tsx'
import { StageBadge } from '#web/ui/stage-badge.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

/** An estimated date that has passed is marked as overdue. */
function Expected({ day }: { day: string | null }) {
  const due = day === null ? undefined : dueWords(day, today())
  return (
    <Group gap="xs">
      <DateText value={day} />
      {due?.overdue && <StatusBadge meaning="bad">{due.words}</StatusBadge>}
    </Group>
  )
}

const columns: Column<PatientRow>[] = [
  { key: 'name', header: 'Patient', main: true, cell: patientName },
  { key: 'stage', header: 'Stage', cell: ({ stage }) => <StageBadge stage={stage} /> },
  { key: 'received', header: 'Received', cell: (row) => <DateText value={row.date_adipose_received_by_lab} /> },
  { key: 'expected', header: 'Estimated ready date', cell: (row) => <Expected day={row.estimated_date_vials_ready_to_ship} /> },
]

/** Patients between tissue shipment and ready vials. */
export function InProcessing({ rows, onOpen }: { rows: PatientRow[]; onOpen: (row: PatientRow) => void }) {
  const empty = (
    <EmptyState
      title="Empty table. There's nothing to show"
      hint="Patients appear here from tissue shipment until their vials are ready."
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
      empty={empty}
    />
  )
}
