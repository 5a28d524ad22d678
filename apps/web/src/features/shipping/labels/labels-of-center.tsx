import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LabelState } from './label-state.tsx'

const columns: Column<LabelRequest>[] = [
  { key: 'id', sort: '-id', header: 'Request', main: true, cell: ({ id }) => `Request ${id}` },
  { key: 'patients', header: 'Patients', cell: (row) => <PatientLinks tissue={row} /> },
  { key: 'label_date', sort: '-date', header: 'Date', cell: ({ label_date }) => <DateText value={label_date} /> },
  { key: 'state', sort: 'state', header: 'State', cell: (row) => <LabelState request={row} /> },
  { key: 'tracking', header: 'Tracking', noWrap: true, cell: (row) => <TrackingLink {...row} oneLine /> },
]

const labels = defineList('GET /api/v1/fedex-requests/', {
  name: 'labels-of-center',
  label: 'Label requests',
  pageSize: 10,
  isLocal: true,
  exports: { rows: ['request', 'requests'], onlyAll: true },
  columns,
  rowName: ({ id }) => `Request ${id}`,
  rowHref: ({ id }) => `/labels/${id}`,
  empty: 'The center requests a label for each paid processing fee.',
})

/** The label requests of one center, in a tab of its drawer or page. */
export const LabelsOfCenter = ({ center }: { center: number }) => <List of={labels} query={{ center }} />
