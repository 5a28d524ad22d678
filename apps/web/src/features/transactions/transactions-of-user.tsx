import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { transactionsOfUserColumns } from './party-transactions.columns.tsx'
import { TransactionTotals } from './transaction-totals.tsx'

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

const salesOf = ({ call, filter }: SalesSource) =>
  defineList(call, {
    name: 'transactions-of-user',
    label: 'Transactions',
    pageSize: 10,
    isLocal: true,
    // A patient has few purchases, and no list of its own that can be exported.
    ...(call !== 'GET /api/v1/users/patient/{id}/purchases/' && {
      exports: { rows: ['transaction', 'transactions'], onlyAll: true } as never,
    }),
    columns: columnsOf(call, filter) as never,
    rowName: ({ invoice_id }) => invoice_id,
    empty: 'Purchases at the checkout appear here.',
  })

/** The sales of one user, in a tab of its drawer or page. */
export function TransactionsOfUser({ source }: { source: SalesSource }) {
  const { call, id, filter } = source
  const seesTotals = useMayCall('GET /api/v1/transactions/totals/')
  return (
    <>
      <List of={salesOf(source)} params={{ id }} query={filter} />
      {seesTotals && <TransactionTotals filter={{ [partyKeys[call]]: id, ...filter }} />}
    </>
  )
}
