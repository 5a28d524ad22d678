import { Group } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { refusedSearch } from '@vialdesk/contract/primitives'
import { useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { PeriodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { allTransactionColumns } from './all-transactions.columns.tsx'
import { EditSaleDialog } from './changes/edit-sale-dialog.tsx'
import { PartyFilters } from './party-filters.tsx'
import { type TransactionSearch, transactionFilters, usePartyNames } from './transaction-filters.ts'
import { TransactionTotals } from './transaction-totals.tsx'

const NO_SALES = 'Centers and patients buy at the checkout. Their purchases appear here.'

const PAGE_SIZE = 10

function Downloads(props: { filter: TransactionSearch; disabled: boolean }) {
  return (
    <Group gap="xs">
      <ExportButton call="GET /api/v1/transactions/export-csv/" label="Export CSV" {...props} />
      <ExportButton call="GET /api/v1/transactions/export-xlsx/" label="Export XLSX" {...props} />
    </Group>
  )
}

/** All sales of the domain, newest first. */
export function AllTransactionsScreen() {
  const names = usePartyNames(useUrlSearch<TransactionSearch>())
  const page = useListPage<TransactionSearch>(PAGE_SIZE, (filter) => transactionFilters(filter, names))
  const { filter, change } = page
  const [edited, setEdited] = useState<number>()
  const { search, date_after, date_before } = filter
  const query = apiQuery('GET /api/v1/transactions/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="All Transactions" actions={<Downloads filter={filter} disabled={!list.data?.count} />}>
      <DataTable
        name="all-transactions"
        exports={{ list: 'GET /api/v1/transactions/', rows: ['transaction', 'transactions'], onlyChosen: true }}
        label="Transactions"
        columns={allTransactionColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ invoice_id }) => invoice_id}
        empty={<EmptyState title="Empty table. There's nothing to show" hint={NO_SALES} />}
        rowHref={({ id }) => `/receipt/${id}`}
        rowActions={({ id }) => [{ label: 'Edit', icon: IconEdit, onClick: () => setEdited(id) }]}
        views="transactions"
        toolbar={
          <>
            <SearchInput
              label="Search transactions"
              placeholder="Invoice, center, patient, rep…"
              value={search}
              refusalOf={refusedSearch}
              onSearch={(text) => change({ search: text })}
            />
            <PeriodFilter period={{ date_after, date_before }} onChange={change} />
            <PartyFilters
              value={filter}
              names={{ patient: names.patient_id, referralCenter: names.referral_harvest_center_id }}
              onChange={change}
            />
          </>
        }
      />
      <TransactionTotals filter={filter} />
      <EditSaleDialog id={edited} onClose={() => setEdited(undefined)} />
    </Screen>
  )
}
