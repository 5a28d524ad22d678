import { IconId } from '@tabler/icons-react'
import { refusedSearch } from '@vialdesk/contract/base/primitives'
import type { PartyTransaction } from '@vialdesk/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { defineList, type ListDefinition } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useManagerChoices, useRepChoices } from '#web/entities/user/user-choices.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { asId } from '#web/lib/url/search-params.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { periodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { selectFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import {
  centerTransactionColumns,
  referralTransactionColumns,
  repTransactionColumns,
  teamTransactionColumns,
} from './party-transactions.columns.tsx'
import { TransactionTotals } from './transaction-totals.tsx'

export const sales = {
  pageSize: 10,
  views: 'transactions',
  exports: { rows: ['transaction', 'transactions'] },
  rowName: ({ invoice_id }: { invoice_id: string }) => invoice_id,
  empty: 'Centers and patients buy at the checkout. Their purchases appear here.',
} as const
/** All rows have an export of their own. */
export const onlyChosen = { rows: ['transaction', 'transactions'], onlyChosen: true } as const

export const searchSales = (placeholder: string) =>
  searchFilter({ label: 'Search transactions', placeholder, refusalOf: refusedSearch })
export const center = choiceFilter('harvest_center_id', 'Harvest center', useCenterChoices)
export const rep = choiceFilter('sales_rep_id', 'Sales rep', useRepChoices)
export const manager = choiceFilter('sales_manager_id', 'Sales manager', useManagerChoices)
export const product = choiceFilter('product_id', 'Product', useProductChoices)

const ofCenter = {
  ...sales,
  label: 'Transaction History',
  filters: [searchSales('Invoice, patient, coupon…'), periodFilter],
} as const
const centerTransactions = defineList('GET /api/v1/harvest-centers/{id}/transactions-history/', {
  ...ofCenter,
  name: 'center-transactions',
  columns: centerTransactionColumns,
})
const referralTransactions = defineList('GET /api/v1/rhc-association/{id}/transactions-history/', {
  ...ofCenter,
  name: 'referral-transactions',
  columns: referralTransactionColumns,
})

const searchOfTeam = searchSales('Invoice, center, coupon…')

/** The purchases of a rep's centers and patients. */
const repTransactions = defineList('GET /api/v1/sales-rep/{id}/my-transactions/', {
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
const managerTransactions = defineList('GET /api/v1/sales-rep/{id}/team-transactions/', {
  ...ofTeam,
  label: 'Team Transactions',
  filters: [searchOfTeam, periodFilter, rep, center, product],
  chipOrder: teamChipOrder,
})

/** The sales of a distributor's teams. */
const distributorTransactions = defineList('GET /api/v1/sales-distributors/{id}/team-transactions/', {
  ...ofTeam,
  label: 'Teams Transactions',
  filters: [searchOfTeam, periodFilter, manager, rep, center, product],
  chipOrder: teamChipOrder,
})

type TeamCall = (typeof managerTransactions | typeof distributorTransactions)['call']
type PartyCall = (typeof centerTransactions | typeof referralTransactions | typeof repTransactions)['call'] | TeamCall

interface PartyProps<A extends PartyCall, Filter extends object, Row extends PartyTransaction> {
  of: ListDefinition<A, Filter, Row>
  rowActions?: (row: Row) => RowAction[]
  lead?: string
  /** Offers a file of all rows. */
  exported?: boolean
  children?: ReactNode
}

function Report<A extends PartyCall, Filter extends object, Row extends PartyTransaction>({
  id,
  of,
  lead,
  exported,
  children,
  ...table
}: PartyProps<A, Filter, Row> & { id: number }) {
  const open = useList(of, { params: { id } })
  const receiptOf = useRecordPath('/receipt/{id}')
  const { filter } = open.page
  const file = (
    <ExportButton
      call="GET /api/v1/transactions/export-csv/"
      label="Export CSV"
      filter={filter}
      disabled={!open.list.data?.count}
    />
  )
  return (
    <Screen title={of.label} lead={lead} actions={exported && file}>
      <ListTable<A, Filter, Row> of={open} rowHref={receiptOf && (({ id }) => receiptOf(id))} {...table} />
      <TransactionTotals filter={filter} />
      {children}
    </Screen>
  )
}

/** The sales that the viewer may see as one party, with their totals. A party is a center or a role of the sales line. */
function PartyScreen<A extends PartyCall, Filter extends object, Row extends PartyTransaction>(
  props: PartyProps<A, Filter, Row>,
) {
  const id = useSession()?.user.id
  return id ? <Report id={id} {...props} /> : null
}

/** The purchases of a referral center. */
export const ReferralTransactionsScreen = () => <PartyScreen of={referralTransactions} />

/** The purchases of a center, with receipts, documents of the patients, and labels. */
export const CenterTransactionsScreen = () => <PartyScreen of={centerTransactions} />

/** The purchases of a rep's centers and patients. */
export const RepTransactionsScreen = () => <PartyScreen of={repTransactions} exported />

interface TeamProps {
  /** The dialog of a patient's data, which belongs to another feature. */
  patientDialog: (props: { id: number | undefined; onClose: () => void }) => ReactNode
}

function TeamScreen<A extends TeamCall, Filter extends object>({
  of,
  patientDialog,
}: TeamProps & { of: ListDefinition<A, Filter, PartyTransaction> }) {
  const [patient, setPatient] = useState<number>()
  return (
    <PartyScreen
      of={of}
      lead="Sales of your team, with the team of the day of the sale. Patients are shown by number to protect privacy."
      exported
      rowActions={({ patient: [shown] }) =>
        shown ? [{ label: 'Patient data', icon: IconId, onClick: () => setPatient(shown.id) }] : []
      }
    >
      {patientDialog({ id: patient, onClose: () => setPatient(undefined) })}
    </PartyScreen>
  )
}

/** The sales of a manager's team. */
export const ManagerTransactionsScreen = (props: TeamProps) => <TeamScreen of={managerTransactions} {...props} />

/** The sales of a distributor's teams. */
export const DistributorTransactionsScreen = (props: TeamProps) => <TeamScreen of={distributorTransactions} {...props} />
