import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LabelState } from './label-state.tsx'

const PAGE_SIZE = 10

const columns: Column<LabelRequest>[] = [
  { key: 'id', header: 'Request', main: true, cell: ({ id }) => `Request ${id}` },
  { key: 'patients', header: 'Patients', cell: (row) => <PatientLinks tissue={row} /> },
  { key: 'label_date', header: 'Date', cell: ({ label_date }) => <DateText value={label_date} /> },
  { key: 'state', header: 'State', cell: (row) => <LabelState request={row} /> },
  { key: 'tracking', header: 'Tracking', noWrap: true, cell: (row) => <TrackingLink {...row} oneLine /> },
]

/** The label requests of one center, in a tab of its drawer or page. */
export function LabelsOfCenter({ center }: { center: number }) {
  const page = useLocalPage(PAGE_SIZE)
  const list = useQuery({
    ...apiQuery('GET /api/v1/fedex-requests/', { query: { ...page.query, center } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name="labels-of-center"
      label="Label requests"
      columns={columns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={({ id }) => `Request ${id}`}
      rowHref={({ id }) => `/labels/${id}`}
      empty={
        <EmptyState
          title="Empty table. There's nothing to show"
          hint="The center requests a label for each paid processing fee."
        />
      }
    />
  )
}
