import type { CarrierState, LabelRequest } from '@vialdesk/contract/care/label-requests'
import type { ReactElement } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const carrierTexts: { readonly [S in CarrierState]?: { meaning: StatusMeaning; text: string } } = {
  unknown: { meaning: 'bad', text: 'Check with carrier' },
  asking: { meaning: 'info', text: 'Being made' },
  cancelling: { meaning: 'bad', text: 'Being cancelled' },
}

/** The carrier's work on a label; undefined while there is none. */
export function carrierBadge({ carrier_state }: Pick<LabelRequest, 'carrier_state'>): ReactElement | undefined {
  const work = carrierTexts[carrier_state]
  return work && <StatusBadge meaning={work.meaning}>{work.text}</StatusBadge>
}

/** The state of the parcel, or of the carrier's work on its label. */
export const LabelState = ({ request }: { request: LabelRequest }) => carrierBadge(request) ?? <ParcelBadge {...request} />

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
