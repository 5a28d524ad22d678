import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { patientNames } from '#web/entities/patient/patient-name.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const patientsOf = (request: LabelRequest) => patientNames(request) || '—'

const columns: Column<LabelRequest>[] = [
  { key: 'patients', header: 'Patients', main: true, cell: (row) => <PatientLinks tissue={row} /> },
  { key: 'requested', header: 'Requested', cell: ({ created_at }) => <DateText value={created_at} /> },
  { key: 'day', header: 'Shipping date', cell: ({ label_date }) => <DateText value={label_date} /> },
]

const waiting = defineList('GET /api/v1/fedex-requests/', {
  name: 'waiting-labels',
  label: 'Labels being prepared',
  pageSize: 5,
  isLocal: true,
  columns,
  rowName: patientsOf,
})

/** The center's requests that have no label yet. Hidden while there is none. */
export function WaitingLabels() {
  const open = useList(waiting, { query: { waiting: 'true' } })
  if (!open.list.data?.count) return null
  return (
    <Section title="Labels being prepared" lead="We will email you when a label is ready." anchor="waiting">
      <ListTable of={open} />
    </Section>
  )
}
