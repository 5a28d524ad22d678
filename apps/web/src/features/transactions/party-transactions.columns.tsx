/** Columns of transactions for a center, which is a party of the sale, and for a sales rep. */
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { companyNames } from '#web/entities/center/company-names.ts'
import { ReceiptLink } from '#web/entities/payment/receipt-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'

type PartyColumn = Column<PartyTransaction>

const joinNames = (names: string[]) => names.filter(Boolean).join(', ') || '—'
const personNames = (list: { first_name?: string | undefined; last_name?: string | undefined }[]) =>
  joinNames(list.map(({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ')))

const invoice: PartyColumn = { key: 'invoice_id', header: 'Invoice', main: true, cell: ({ invoice_id }) => invoice_id }
const receipt: PartyColumn = { ...invoice, cell: ({ id, invoice_id }) => <ReceiptLink id={id} invoice={invoice_id} /> }
const date: PartyColumn = { key: 'date', header: 'Date', cell: (row) => <DateText value={row.date} withTime /> }
const product: PartyColumn = { key: 'product', header: 'Product', cell: (row) => joinNames(row.product.map(({ name }) => name)) }
const quantity: PartyColumn = { key: 'quantity', header: 'Quantity', align: 'right', cell: (row) => row.quantity }
const amount: PartyColumn = { key: 'amount', header: 'Amount', align: 'right', cell: (row) => <Money dollars={row.amount} /> }
const coupon: PartyColumn = { key: 'coupon', header: 'Coupon', optional: true, cell: (row) => row.coupon_code_used || '—' }
const discount: PartyColumn = {
  key: 'coupon_amount',
  header: 'Discount',
  align: 'right',
  optional: true,
  cell: (row) => <Money dollars={row.coupon_code_amount} />,
}

/** Columns for a center: patient, buyer and receipt. */
export const centerTransactionColumns: PartyColumn[] = [
  receipt,
  date,
  product,
  { key: 'patient', header: 'Patient', cell: (row) => personNames(row.patient) },
  { key: 'staff', header: 'Bought by', optional: true, cell: (row) => personNames(row.hc_staff_desc) },
  quantity,
  coupon,
  discount,
  amount,
]

/** Columns for a sales rep: patients by id only, and no receipt. */
export const repTransactionColumns: PartyColumn[] = [
  invoice,
  date,
  { key: 'harvest_center', header: 'Harvest center', cell: (row) => companyNames(row.harvest_center) || '—' },
  { key: 'referral', header: 'Referral center', cell: (row) => companyNames(row.referral_harvest_center) || '—', optional: true },
  product,
  { key: 'patient', header: 'Patient ID', cell: (row) => joinNames(row.patient.map(({ id }) => String(id))) },
  quantity,
  coupon,
  discount,
  amount,
]
