import { refusedSearch } from '@vialdesk/contract/primitives'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import type { ReactNode } from 'react'
import type { Period } from '#web/lib/format/periods.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { type ListFilter, type ListPage, periodFilter, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { PeriodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { Column, ListState, RowAction } from '#web/ui/table/table-types.ts'
import { TransactionTotals } from './transaction-totals.tsx'

const NO_SALES = 'Centers and patients buy at the checkout. Their purchases appear here.'

const PAGE_SIZE = 10

export interface PartyTransactionsSearch extends Period {
  search?: string | undefined
  /** Only in the reports of the sales line, as the next three. */
  product_id?: number | undefined
  sales_rep_id?: number | undefined
  sales_manager_id?: number | undefined
  harvest_center_id?: number | undefined
}

/** Filters and page of a party's purchases. `more` are filters that only one of the lists has. */
export const usePartyTransactionsPage = (
  more: (filter: PartyTransactionsSearch) => ListFilter<PartyTransactionsSearch>[] = () => [],
) => useListPage<PartyTransactionsSearch>(PAGE_SIZE, (filter) => [...more(filter), searchFilter(filter), periodFilter(filter)])

interface Props<Row> {
  name: string
  label: string
  /** Placeholder of the search. */
  searchPlaceholder: string
  columns: Column<Row>[]
  list: ListState<Row>
  page: ListPage<PartyTransactionsSearch>
  /** Filters that only one of the lists has. */
  filters?: ReactNode
  rowActions?: (row: Row) => RowAction[]
  /** The list behind the table. */
  source: Omit<TableExport, 'rows'>
}

/** The sales that one party may see, with search and date filters. A party is a center or a role of the sales line. */
export function PartyTransactionsTable<Row extends PartyTransaction>(props: Props<Row>) {
  const { name, label, searchPlaceholder, columns, list, page, filters, rowActions, source } = props
  const { search, date_after, date_before } = page.filter
  const receiptOf = useRecordPath('/receipt/{id}')
  return (
    <>
      <DataTable
        name={name}
        exports={{ ...source, rows: ['transaction', 'transactions'] }}
        label={label}
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ invoice_id }) => invoice_id}
        empty={<EmptyState title="Empty table. There's nothing to show" hint={NO_SALES} />}
        rowHref={receiptOf && (({ id }) => receiptOf(id))}
        rowActions={rowActions}
        views="transactions"
        toolbar={
          <>
            <SearchInput
              label="Search transactions"
              placeholder={searchPlaceholder}
              value={search}
              refusalOf={refusedSearch}
              onSearch={(text) => page.change({ search: text })}
            />
            <PeriodFilter period={{ date_after, date_before }} onChange={page.change} />
            {filters}
          </>
        }
      />
      <TransactionTotals filter={page.filter} />
    </>
  )
}
