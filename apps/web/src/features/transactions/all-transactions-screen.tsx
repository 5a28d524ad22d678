import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ask } from '#web/lib/api.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { PeriodFilter } from '#web/ui/period-filter.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { transactionColumns } from './all-transactions.columns.tsx'
import { PartyFilters } from './party-filters.tsx'
import { chipsOf, type TransactionSearch, usePartyNames } from './transaction-chips.ts'

const PAGE = 10

/** All sales of the domain, newest first. */
export function AllTransactionsScreen() {
  const router = useRouter()
  const { filter, change, clear } = useFilters<TransactionSearch>()
  const { offset = 0, search, date_after, date_before } = filter
  const names = usePartyNames(filter)
  const chips = chipsOf(filter, names, change)
  const query = ask('GET /api/v1/transactions/', { query: { ...filter, offset, limit: PAGE } })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="All Transactions">
      <DataTable
        name="all-transactions"
        label="Transactions"
        columns={transactionColumns}
        list={list}
        limit={PAGE}
        offset={offset}
        onPage={(next) => change({ offset: next || undefined })}
        filtered={chips.length > 0}
        onClearFilters={clear}
        rowKey={({ id }) => id}
        rowName={({ invoice_id }) => invoice_id}
        onRow={({ id }) => router.history.push(`/receipt/${id}`)}
        toolbar={
          <>
            <SearchInput
              label="Search transactions"
              placeholder="Invoice, center, patient, rep…"
              value={search}
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
        chips={chips.length > 0 && <FilterChips chips={chips} onClear={clear} />}
      />
    </Screen>
  )
}
