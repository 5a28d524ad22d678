import type { TransactionRow } from '@vialdesk/contract/transactions'
import { SaleAmount } from '#web/entities/payment/sale-amount.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { SaleStateBadge } from './sale-state.tsx'

const orDash = (text: string) => text || '—'
const named = (id: number | null, name: string) => (name ? <UserLink id={id} name={name} /> : '—')
export const allTransactionColumns: Column<TransactionRow>[] = [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true },
  { key: 'invoice_id', header: 'Invoice', main: true, cell: ({ invoice_id }) => invoice_id },
  { key: 'date', sort: '-date', phone: 'line', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  { key: 'hc', phone: 'line', header: 'Harvest center', cell: (row) => named(row.harvest_center, row.hc) },
  { key: 'rhc', header: 'Referral harvest center', cell: (row) => named(row.referral_harvest_center, row.rhc), optional: true },
  { key: 'hc_staff_desc', header: 'Staff', cell: (row) => named(row.hc_staff_id, row.hc_staff_desc), optional: true },
  { key: 'patient_desc', phone: 'line', header: 'Patient', cell: (row) => named(row.patient, row.patient_desc) },
  { key: 'sales_rep_desc', header: 'Sales rep', cell: (row) => named(row.sales_rep, row.sales_rep_desc) },
  {
    key: 'sales_manager_desc',
    header: 'Sales manager',
    cell: (row) => named(row.sales_manager_id, row.sales_manager_desc),
    optional: true,
  },
  {
    key: 'sales_distributor_desc',
    header: 'Distributor',
    cell: (row) => named(row.sales_distributor_id, row.sales_distributor_desc),
    optional: true,
  },
  { key: 'product', header: 'Product', cell: ({ product }) => product },
  { key: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => formatCount(quantity) },
  { key: 'amount', sort: '-amount', header: 'Amount', align: 'right', cell: SaleAmount },
  {
    key: 'refunded_amount',
    header: 'Refunded',
    align: 'right',
    cell: ({ refunded_amount }) => <Money dollars={refunded_amount || null} />,
    optional: true,
  },
  { key: 'state', header: 'State', cell: ({ state }) => <SaleStateBadge state={state} /> },
  { key: 'coupon_code_used', header: 'Coupon', cell: ({ coupon_code_used }) => orDash(coupon_code_used), optional: true },
  {
    key: 'coupon_code_amount',
    header: 'Discount',
    align: 'right',
    cell: ({ coupon_code_used, coupon_code_amount }) => <Money dollars={coupon_code_used ? coupon_code_amount : null} />,
    optional: true,
  },
  {
    key: 'commission_paid',
    header: 'Commission paid',
    cell: ({ commission_paid }) => (commission_paid ? 'Yes' : 'No'),
    optional: true,
  },
]
