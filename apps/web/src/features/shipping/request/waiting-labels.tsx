import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { patientNames } from '#web/entities/patient/patient-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const PAGE_SIZE = 5

const patientsOf = (request: LabelRequest) => patientNames(request) || '—'

const columns: Column<LabelRequest>[] = [
  { key: 'patients', header: 'Patients', main: true, cell: (row) => <PatientLinks tissue={row} /> },
  { key: 'requested', header: 'Requested', cell: ({ created_at }) => <DateText value={created_at} /> },
  { key: 'day', header: 'Shipping date', cell: ({ label_date }) => <DateText value={label_date} /> },
]

/** The center's requests that have no label yet. Hidden while there is none. */
export function WaitingLabels() {
  const page = useLocalPage(PAGE_SIZE)
  const query = apiQuery('GET /api/v1/fedex-requests/', { query: { ...page.query, waiting: 'true' } })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  if (!list.data?.count) return null
  return (
    <Section title="Labels being prepared" lead="We will email you when a label is ready." anchor="waiting">
      <DataTable
        name="waiting-labels"
        label="Labels being prepared"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={patientsOf}
      />
    </Section>
  )
}
