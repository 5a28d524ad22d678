import { Button, Group, Stack, Text } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LabelRequest, ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import { LABEL_COLUMN, OpenLabelLink } from '#web/entities/label/label-link.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { patientNames } from '#web/entities/patient/patient-name.ts'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import type { RequestingCenter } from './label-request-form.tsx'

type OnRequest = (row: ProcessingFeeRow) => void

const patientNamesOf = ({ patient }: ProcessingFeeRow) =>
  patient.map(({ first_name = '', last_name = '' }) => `${first_name} ${last_name}`.trim()).join(', ')

/** Requested with the label, Pending without a file, or the button to request a label while the tissue is still to be sent. */
function LabelCell({ row, onRequest }: { row: ProcessingFeeRow; onRequest: OnRequest }) {
  const request = row.fedex_request
  if (!request && row.tissue_received)
    return (
      <Text span inherit c="dimmed">
        Not needed, the lab has the tissue
      </Text>
    )
  if (!request)
    return (
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => onRequest(row)}
        aria-label={`Request label for ${patientNamesOf(row) || row.invoice_id}`}
      >
        Request label
      </Button>
    )
  if (request.pdf_file === null) return <StatusBadge meaning="waiting">Pending</StatusBadge>
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge meaning="good">Requested</StatusBadge>
      <OpenLabelLink id={request.id} />
    </Group>
  )
}

const feeColumns = (onRequest: OnRequest): Column<ProcessingFeeRow>[] => [
  {
    key: 'patient',
    sort: 'patient',
    header: 'Patient',
    main: true,
    cell: ({ patient }) =>
      patient.length > 0 ? (
        <PatientLinks tissue={{ patients: patient, other_patient_name: '' }} />
      ) : (
        <Text span inherit c="dimmed">
          No account
        </Text>
      ),
  },
  { key: 'date', sort: '-date', phone: 'line', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'invoice_id',
    phone: 'line',
    header: 'Invoice',
    noWrap: true,
    cell: ({ id, invoice_id }) => <SaleLink id={id} invoice={invoice_id} />,
  },
  { key: 'label', phone: 'line', header: LABEL_COLUMN, cell: (row) => <LabelCell row={row} onRequest={onRequest} /> },
  {
    key: 'tracking',
    phone: 'line',
    header: 'Tracking Number',
    cell: ({ fedex_request: label }) => (label?.tracking_number ? <TrackingLink {...label} oneLine /> : '—'),
  },
  {
    key: 'parcel',
    phone: 'side',
    header: 'Parcel',
    cell: ({ fedex_request }) => (fedex_request ? <ParcelBadge {...fedex_request} /> : '—'),
  },
]

const waitingColumns: Column<LabelRequest>[] = [
  { key: 'patients', header: 'Patients', main: true, cell: (row) => <PatientLinks tissue={row} /> },
  { key: 'requested', header: 'Requested', cell: ({ created_at }) => <DateText value={created_at} /> },
  { key: 'day', header: 'Shipping date', cell: ({ label_date }) => <DateText value={label_date} /> },
]

const waiting = defineList('GET /api/v1/fedex-requests/', {
  name: 'waiting-labels',
  label: 'Labels being prepared',
  pageSize: 5,
  isLocal: true,
  columns: waitingColumns,
  rowName: (request) => patientNames(request) || '—',
})

/** The center's requests that have no label yet. Hidden while there is none. */
function WaitingLabels() {
  const open = useList(waiting, { query: { waiting: 'true' } })
  if (!open.list.data?.count) return null
  return (
    <Section title="Labels being prepared" lead="We will email you when a label is ready." anchor="waiting">
      <ListTable of={open} />
    </Section>
  )
}

export const feeCalls = {
  harvest_center: 'GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/',
  referral_harvest_center: 'GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/',
} as const

/** False for staff who have not entered the center. */
const useIsOwn = (center: number) => useSession()?.user.id === center

/** Staff pay as the center that they entered, so here they only see the hint. */
function PayFee({ center: { id, kind } }: { center: RequestingCenter }) {
  if (!useIsOwn(id)) return null
  const path = kind === 'harvest_center' ? '/harvest-center/checkout/processing-fee' : '/harvest-center/checkout/harvest-fee'
  return (
    <Button component={Link} to={path}>
      Pay for a patient
    </Button>
  )
}

const feesOf = (center: RequestingCenter) =>
  defineList(feeCalls[center.kind], {
    name: 'label-fees',
    label: 'Processing fees',
    pageSize: 10,
    rowName: ({ invoice_id }) => invoice_id,
    empty: {
      icon: IconTruckDelivery,
      hint: 'Pay the processing fee of a patient first. Then you can request its label here.',
      action: <PayFee center={center} />,
    },
  })

/** The paid processing fees of a center with their labels. */
export function FeeList({ center, onRequest }: { center: RequestingCenter; onRequest: OnRequest }) {
  const fees = useList(feesOf(center), { params: { id: center.id } })
  const isOwn = useIsOwn(center.id)
  return (
    <Stack gap="xl">
      <ListTable of={fees} columns={feeColumns(onRequest)} />
      {/* Not before the list above it, which it would move. */}
      {isOwn && fees.list.data && <WaitingLabels />}
    </Stack>
  )
}
