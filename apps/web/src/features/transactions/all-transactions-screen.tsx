import { IconEdit } from '@tabler/icons-react'
import type { TransactionRow } from '@vialdesk/contract/money/transactions'
import { useState } from 'react'
import { useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { SaleAmount } from '#web/entities/payment/sale-link.tsx'
import { useDistributorChoices, useUserName } from '#web/entities/user/user-choices.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { EditSaleDialog } from '#web/features/transactions/changes/edit-sale-dialog.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter, foundFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { periodFilter } from '#web/ui/table/filters/period-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { center, manager, onlyChosen, product, rep, sales, searchSales } from './party-transactions-screens.tsx'
import { SaleStateBadge, TransactionTotals } from './transaction-totals.tsx'

const named = (id: number | null, name: string) => (name ? <UserLink id={id} name={name} /> : '—')
const allTransactionColumns: Column<TransactionRow>[] = [
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
  { key: 'coupon_code_used', header: 'Coupon', cell: ({ coupon_code_used }) => coupon_code_used || '—', optional: true },
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

const allTransactions = defineList('GET /api/v1/transactions/', {
  ...sales,
  name: 'all-transactions',
  label: 'Transactions',
  exports: onlyChosen,
  columns: allTransactionColumns,
  filters: [
    searchSales('Invoice, center, patient, rep…'),
    periodFilter,
    center,
    rep,
    manager,
    choiceFilter('sales_distributor_id', 'Distributor', useDistributorChoices),
    product,
    foundFilter('referral_harvest_center_id', {
      label: 'Referral harvest center',
      useName: useUserName,
      useFound: useReferralCenterChoices,
    }),
    foundFilter('patient_id', { label: 'Patient', useName: useUserName, useFound: useAllPatientChoices }),
  ],
  chipOrder: [
    'search',
    'date_after',
    'harvest_center_id',
    'referral_harvest_center_id',
    'patient_id',
    'sales_rep_id',
    'sales_manager_id',
    'sales_distributor_id',
    'product_id',
  ],
  rowHref: ({ id }) => `/receipt/${id}`,
})

/** All sales of the domain, newest first. */
export function AllTransactionsScreen() {
  const open = useList(allTransactions)
  const { filter } = open.page
  const file = { filter, disabled: !open.list.data?.count }
  const [edited, setEdited] = useState<number>()
  return (
    <Screen
      title="All Transactions"
      actions={
        <>
          <ExportButton call="GET /api/v1/transactions/export-csv/" label="Export CSV" {...file} />
          <ExportButton call="GET /api/v1/transactions/export-xlsx/" label="Export XLSX" {...file} />
        </>
      }
    >
      <ListTable of={open} rowActions={({ id }) => [{ label: 'Edit', icon: IconEdit, onClick: () => setEdited(id) }]} />
      <TransactionTotals filter={filter} />
      <EditSaleDialog id={edited} onClose={() => setEdited(undefined)} />
    </Screen>
  )
}
