import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { inOwnOrder } from '#web/ui/table/in-own-order.ts'
import type { ListState } from '#web/ui/table/table-types.ts'
import { transactionsOfUserColumns } from './party-transactions.columns.tsx'

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
  return (
    <DataTable
      name="transactions-of-user"
      label="Transactions"
      columns={inOwnOrder(columnsOf(call, filter))}
      list={list}
      page={page}
      rowKey={({ id: sale }) => sale}
      rowName={({ invoice_id }) => invoice_id}
      empty={<EmptyState title="Empty table. There's nothing to show" hint="Purchases at the checkout appear here." />}
    />
  )
}
