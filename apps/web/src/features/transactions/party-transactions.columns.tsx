/** Columns of transactions for a center, which is a party of the sale, and for a sales rep. */
import { Group, Stack, Text } from '@mantine/core'
import type { PatientDocument, ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import type { PartyTransaction } from '@vialdesk/contract/money/transactions'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { DocumentStatusBadge, documentStatuses } from '#web/entities/document/document-status-badge.tsx'
import { LABEL_COLUMN, LabelLink, OpenLabelLink } from '#web/entities/label/label-link.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { Fulfilment, SaleAmount, SaleLink } from '#web/entities/payment/sale-link.tsx'
import { PersonLink, UserLink } from '#web/entities/user/user-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

type PartyColumn = Column<PartyTransaction>

const joinNames = (names: string[]) => names.filter(Boolean).join(', ') || '—'
const personLinks = ([person]: Parameters<typeof PersonLink>[0]['person'][]) => (person ? <PersonLink person={person} /> : '—')
const patientLinks = ([patient]: PartyTransaction['patient']) => (patient ? <PatientLink patient={patient} /> : '—')

const invoice: PartyColumn = { key: 'invoice_id', header: 'Invoice', main: true, cell: ({ invoice_id }) => invoice_id }
const date: PartyColumn = {
  key: 'date',
  sort: '-date',
  phone: 'line',
  header: 'Date',
  cell: (row) => <DateText value={row.date} withTime />,
}
const product: PartyColumn = {
  key: 'product',
  phone: 'line',
  header: 'Product',
  cell: (row) => joinNames(row.product.map(({ name }) => name)),
}
/** The lists of one center are short enough to be sorted by names, too. */
const sortedProduct: PartyColumn = { ...product, sort: 'product' }
const patientByName: PartyColumn = {
  key: 'patient',
  sort: 'patient',
  phone: 'line',
  header: 'Patient',
  cell: (row) => patientLinks(row.patient),
}
const quantity: PartyColumn = { key: 'quantity', header: 'Quantity', align: 'right', cell: (row) => row.quantity }
const amount: PartyColumn = {
  key: 'amount',
  sort: '-amount',
  header: 'Amount',
  align: 'right',
  cell: SaleAmount,
}
const statusOf = (text: string) => documentStatuses.find((status) => status === text)

/** The documents of the patient, with their status. */
function PatientDocuments({ documents }: { documents: PatientDocument[] }) {
  if (documents.length === 0) return '—'
  return (
    <Stack gap={4}>
      {documents.map(({ id, name, status }) => {
        const known = statusOf(status)
        return (
          <Group key={id} gap={6} wrap="nowrap">
            {known ? <DocumentStatusBadge document={{ status: known }} /> : status}
            <Text span size="xs" c="dimmed">
              {name}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}

/** Requested with its file and tracking, or Pending without a file, as in the list of label requests. */
function Label({ label }: { label: ProcessingFeeRow['fedex_request'] }) {
  if (!label) return '—'
  if (label.pdf_file === null)
    return (
      <Group gap="xs" wrap="nowrap">
        <LabelLink id={label.id}>Request {label.id}</LabelLink>
        <StatusBadge meaning="waiting">Pending</StatusBadge>
      </Group>
    )
  return (
    <Stack gap={4} align="flex-start">
      <OpenLabelLink id={label.id} />
      {label.tracking_number && (
        <Text span size="xs">
          <TrackingLink {...label} oneLine />
        </Text>
      )}
    </Stack>
  )
}

/** The notes of the edits of a sale, newest first. */
function ChangeNotes({ changes }: { changes: PartyTransaction['transaction_history'] }) {
  if (changes.length === 0) return '—'
  return (
    <Stack gap={4}>
      {changes.map(({ note, date: day }) => (
        <Text key={day + note} span size="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <DateText value={day} /> · {note}
        </Text>
      ))}
    </Stack>
  )
}

const delivery: PartyColumn = { key: 'delivery', phone: 'side', header: 'Delivery', cell: (row) => <Fulfilment sale={row} /> }
const coupon: PartyColumn = { key: 'coupon', header: 'Coupon', optional: true, cell: (row) => row.coupon_code_used || '—' }
const discount: PartyColumn = {
  key: 'coupon_amount',
  header: 'Discount',
  align: 'right',
  optional: true,
  cell: (row) => <Money dollars={row.coupon_code_amount} />,
}

/** Columns for a center: patient with documents, buyer, label and receipt. */
export const centerTransactionColumns: Column<ProcessingFeeRow>[] = [
  invoice,
  date,
  sortedProduct,
  patientByName,
  {
    key: 'documents',
    phone: 'hidden',
    header: 'Documents',
    cell: (row) => <PatientDocuments documents={row.patient_documents} />,
  },
  { key: 'label', phone: 'hidden', header: LABEL_COLUMN, cell: (row) => <Label label={row.fedex_request} /> },
  delivery,
  { key: 'staff', header: 'Staff', optional: true, cell: (row) => personLinks(row.hc_staff_desc) },
  { ...quantity, optional: true },
  coupon,
  discount,
  amount,
]

/** Columns for a referral center: patients that it referred. */
export const referralTransactionColumns: PartyColumn[] = [
  invoice,
  date,
  sortedProduct,
  patientByName,
  { key: 'harvest_center', header: 'Harvest center', cell: (row) => centerLinks(row.harvest_center) },
  delivery,
  quantity,
  coupon,
  discount,
  amount,
]

const centerColumn: PartyColumn = {
  key: 'harvest_center',
  phone: 'line',
  header: 'Harvest center',
  cell: (row) => centerLinks(row.harvest_center),
}
const referral: PartyColumn = {
  key: 'referral',
  header: 'Referral center',
  cell: (row) => centerLinks(row.referral_harvest_center),
  optional: true,
}
const patientId: PartyColumn = {
  key: 'patient',
  header: 'Patient ID',
  cell: ({ patient: [patient] }) => (patient ? <UserLink id={patient.id} name={patient.id} /> : '—'),
}
const sold = [patientId, quantity, coupon, discount, amount]

/** Columns for a sales rep: patients by id only, and no receipt. */
export const repTransactionColumns: PartyColumn[] = [invoice, date, centerColumn, referral, product, ...sold]

/** Columns for a manager or a distributor: as for a rep, with the rep and its manager at the time of the sale. */
export const teamTransactionColumns: PartyColumn[] = [
  ...[invoice, date, centerColumn, referral],
  { key: 'sales_rep', header: 'Sales rep', cell: (row) => personLinks(row.sales_rep) },
  {
    key: 'sales_manager',
    header: 'Sales manager',
    optional: true,
    cell: (row) => personLinks(row.sales_rep.flatMap(({ sales_manager }) => sales_manager ?? [])),
  },
  product,
  ...sold,
  { key: 'history', header: 'Notes', optional: true, cell: (row) => <ChangeNotes changes={row.transaction_history} /> },
]

/** Columns for the drawer or page of a party. */
export const transactionsOfUserColumns: PartyColumn[] = [
  { ...invoice, cell: ({ id, invoice_id }) => <SaleLink id={id} invoice={invoice_id} /> },
  date,
  product,
  { key: 'patient', header: 'Patient', cell: (row) => patientLinks(row.patient) },
  {
    key: 'center',
    header: 'Center',
    cell: (row) => centerLinks([...row.harvest_center, ...row.referral_harvest_center]),
  },
  { ...quantity, optional: true },
  amount,
]
