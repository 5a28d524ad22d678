import { refusedSearch } from '@vialdesk/contract/primitives'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import type { ReactNode } from 'react'
import { useCenterChoices, useReferralCenterChoices } from '#web/entities/center/center-choices.ts'
import { defineList, type ListDefinition } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { type ListInput, type OpenList, useList } from '#web/entities/list/use-list.ts'
import { useAllPatientChoices } from '#web/entities/patient/patient-choices.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useDistributorChoices, useManagerChoices, useRepChoices, useUserName } from '#web/entities/user/user-choices.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { asId } from '#web/lib/url/search-params.ts'
import { choiceFilter, foundFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { periodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { selectFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { allTransactionColumns } from './all-transactions.columns.tsx'
import { referralTransactionColumns, repTransactionColumns, teamTransactionColumns } from './party-transactions.columns.tsx'
import { TransactionTotals } from './transaction-totals.tsx'

const sales = {
  pageSize: 10,
  views: 'transactions',
  exports: { rows: ['transaction', 'transactions'] },
  rowName: ({ invoice_id }: { invoice_id: string }) => invoice_id,
  empty: 'Centers and patients buy at the checkout. Their purchases appear here.',
} as const
/** All rows have an export of their own. */
const onlyChosen = { rows: ['transaction', 'transactions'], onlyChosen: true } as const

const searchSales = (placeholder: string) => searchFilter({ label: 'Search transactions', placeholder, refusalOf: refusedSearch })
const center = choiceFilter('harvest_center_id', 'Harvest center', useCenterChoices)
const rep = choiceFilter('sales_rep_id', 'Sales rep', useRepChoices)
const manager = choiceFilter('sales_manager_id', 'Sales manager', useManagerChoices)
const product = choiceFilter('product_id', 'Product', useProductChoices)

/** All sales of the domain, newest first. */
export const allTransactions = defineList('GET /api/v1/transactions/', {
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

const ofCenter = {
  ...sales,
  label: 'Transaction History',
  filters: [searchSales('Invoice, patient, coupon…'), periodFilter],
} as const
export const centerTransactions = defineList('GET /api/v1/harvest-centers/{id}/transactions-history/', {
  ...ofCenter,
  name: 'center-transactions',
})
export const referralTransactions = defineList('GET /api/v1/rhc-association/{id}/transactions-history/', {
  ...ofCenter,
  name: 'referral-transactions',
  columns: referralTransactionColumns,
})

const searchOfTeam = searchSales('Invoice, center, coupon…')

/** The purchases of a rep's centers and patients. */
export const repTransactions = defineList('GET /api/v1/sales-rep/{id}/my-transactions/', {
  ...sales,
  name: 'my-transactions',
  label: 'My Transactions',
  exports: onlyChosen,
  columns: repTransactionColumns,
  filters: [
    searchOfTeam,
    periodFilter,
    selectFilter('product_id', {
      label: 'Product',
      all: 'All products',
      width: 220,
      read: asId,
      useOptions: () => useProductChoices().choices.map(({ id, name }) => ({ value: id, label: name })),
    }),
  ],
  chipOrder: ['product_id', 'search', 'date_after'],
})

const ofTeam = { ...sales, name: 'team-transactions', exports: onlyChosen, columns: teamTransactionColumns } as const
const teamChipOrder = ['sales_manager_id', 'sales_rep_id', 'harvest_center_id', 'product_id', 'search', 'date_after']

/** The sales of a manager's team. A manager does not choose a manager. */
export const managerTransactions = defineList('GET /api/v1/sales-rep/{id}/team-transactions/', {
  ...ofTeam,
  label: 'Team Transactions',
  filters: [searchOfTeam, periodFilter, rep, center, product],
  chipOrder: teamChipOrder,
})

/** The sales of a distributor's teams. */
export const distributorTransactions = defineList('GET /api/v1/sales-distributors/{id}/team-transactions/', {
  ...ofTeam,
  label: 'Teams Transactions',
  filters: [searchOfTeam, periodFilter, manager, rep, center, product],
  chipOrder: teamChipOrder,
})

type PartyCall = (typeof centerTransactions | typeof referralTransactions | typeof repTransactions)['call'] | TeamCall
type TeamCall = (typeof managerTransactions | typeof distributorTransactions)['call']

interface TableProps<A extends PartyCall, Filter extends object, Row extends PartyTransaction> {
  of: OpenList<A, Filter, Row>
  columns?: Column<Row>[]
  rowActions?: (row: Row) => RowAction[]
}

/** The sales that one party may see, with their totals. A party is a center or a role of the sales line. */
export function PartyTransactionsTable<A extends PartyCall, Filter extends object, Row extends PartyTransaction>(
  props: TableProps<A, Filter, Row>,
): ReactNode {
  const receiptOf = useRecordPath('/receipt/{id}')
  return (
    <>
      <ListTable<A, Filter, Row> {...props} rowHref={receiptOf && (({ id }) => receiptOf(id))} />
      <TransactionTotals filter={props.of.page.filter} />
    </>
  )
}

/** The list of a party that the screen does not read itself. */
export function PartyTransactions<A extends PartyCall, Filter extends object, Row extends PartyTransaction>({
  of,
  params,
  columns,
}: { of: ListDefinition<A, Filter, Row>; columns?: Column<Row>[] } & ListInput) {
  return <PartyTransactionsTable of={useList(of, { params })} columns={columns} />
}
