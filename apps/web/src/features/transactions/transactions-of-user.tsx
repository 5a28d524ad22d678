import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { useMayCall } from '#web/lib/session/use-may-call.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { ListState } from '#web/ui/table/table-types.ts'
import { transactionsOfUserColumns } from './party-transactions.columns.tsx'
import { TransactionTotals } from './transaction-totals.tsx'

const PAGE_SIZE = 10

/** The calls that list the sales of a party, with the user that each path names. */
export type SalesCall =
  | 'GET /api/v1/harvest-centers/{id}/transactions-history/'
  | 'GET /api/v1/rhc-association/{id}/transactions-history/'
  | 'GET /api/v1/users/patient/{id}/purchases/'
  | 'GET /api/v1/sales-rep/{id}/my-transactions/'
  | 'GET /api/v1/sales-rep/{id}/team-transactions/'
  | 'GET /api/v1/sales-distributors/{id}/team-transactions/'

export interface SalesSource {
  call: SalesCall
  /** The user in the path: the shown one, or the reader, whose own sales are filtered. */
  id: number
  filter?: { patient_id?: number; sales_rep_id?: number; sales_manager_id?: number; harvest_center_id?: number }
}

/** The filter of totals that has the sales of the user in the path. */
const partyKeys = {
  'GET /api/v1/harvest-centers/{id}/transactions-history/': 'harvest_center_id',
  'GET /api/v1/rhc-association/{id}/transactions-history/': 'referral_harvest_center_id',
  'GET /api/v1/users/patient/{id}/purchases/': 'patient_id',
  'GET /api/v1/sales-rep/{id}/my-transactions/': 'sales_rep_id',
  'GET /api/v1/sales-rep/{id}/team-transactions/': 'sales_manager_id',
  'GET /api/v1/sales-distributors/{id}/team-transactions/': 'sales_distributor_id',
} as const satisfies Record<SalesCall, string>

/** Leaves out the column that would name the shown user in each row. */
function columnsOf(call: SalesCall, filter: SalesSource['filter']) {
  const isOfPatient = call === 'GET /api/v1/users/patient/{id}/purchases/' || filter?.patient_id !== undefined
  const isOfCenter = call.endsWith('/transactions-history/') && filter === undefined
  return transactionsOfUserColumns.filter(({ key }) => !(isOfPatient && key === 'patient') && !(isOfCenter && key === 'center'))
}

/** The sales of one user, in a tab of its drawer or page. */
export function TransactionsOfUser({ source: { call, id, filter } }: { source: SalesSource }) {
  const page = useLocalPage(PAGE_SIZE)
  const list: ListState<PartyTransaction> = useQuery({
    ...apiQuery(call, { params: { id }, query: { ...page.query, ...filter } }),
    placeholderData: keepPreviousData,
  })
  const seesTotals = useMayCall('GET /api/v1/transactions/totals/')
  // A patient has few purchases, and no list of its own that can be exported.
  const exports: TableExport | undefined =
    call === 'GET /api/v1/users/patient/{id}/purchases/'
      ? undefined
      : { list: call, params: { id }, query: { ...filter }, rows: ['transaction', 'transactions'], onlyAll: true }
  return (
    <>
      <DataTable
        name="transactions-of-user"
        exports={exports}
        label="Transactions"
        columns={columnsOf(call, filter)}
        list={list}
        page={page}
        rowKey={({ id: sale }) => sale}
        rowName={({ invoice_id }) => invoice_id}
        empty={<EmptyState title="Empty table. There's nothing to show" hint="Purchases at the checkout appear here." />}
      />
      {seesTotals && <TransactionTotals filter={{ [partyKeys[call]]: id, ...filter }} />}
    </>
  )
}
