import { Anchor, Button, Group, Text } from '@mantine/core'
import type { ProcessingFeeRow } from '@vialdesk/contract/label-requests'
import { LABEL_COLUMN } from '#web/entities/label/label-column.ts'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

interface FeeActions {
  onRequest: (row: ProcessingFeeRow) => void
  onOpen: (request: number) => void
}

export const patientNamesOf = ({ patient }: ProcessingFeeRow) =>
  patient.map(({ first_name = '', last_name = '' }) => `${first_name} ${last_name}`.trim()).join(', ')

/** Requested with the label, Pending without a file, or the button to request a label while the tissue is still to be sent. */
function LabelCell({ row, onRequest, onOpen }: { row: ProcessingFeeRow } & FeeActions) {
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
      <Anchor component="button" type="button" inherit onClick={() => onOpen(request.id)} style={{ whiteSpace: 'nowrap' }}>
        View label
      </Anchor>
    </Group>
  )
}

export const feeColumns = (doing: FeeActions): Column<ProcessingFeeRow>[] => [
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
  { key: 'label', phone: 'line', header: LABEL_COLUMN, cell: (row) => <LabelCell row={row} {...doing} /> },
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
