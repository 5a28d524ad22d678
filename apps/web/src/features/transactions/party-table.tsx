import type { PartyTransaction } from '@vialdesk/contract/transactions'
import type { ReactNode } from 'react'
import { type Period, periodInWords } from '#web/lib/periods.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { type Chip, FilterChips } from '#web/ui/filter-chips.tsx'
import { PeriodFilter } from '#web/ui/period-filter.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { Column, ListState } from '#web/ui/table/table-types.ts'

export const PAGE = 10

export interface PartySearch extends Period {
  search?: string | undefined
  offset?: number | undefined
}

interface Props {
  name: string
  label: string
  /** Placeholder of the search. */
  finds: string
  columns: Column<PartyTransaction>[]
  list: ListState<PartyTransaction>
  filter: PartySearch
  onChange: (part: PartySearch) => void
  /** Extra filters of one list, with their chips. */
  filters?: ReactNode
  chips?: Chip[]
  onClear: () => void
}

/** The purchases that one party may see, with search and period filter. */
export function PartyTable({ name, label, finds, columns, list, filter, onChange, filters, chips = [], onClear }: Props) {
  const { search, date_after, date_before, offset = 0 } = filter
  const period = { date_after, date_before }
  const words = periodInWords(period)
  const on: Chip[] = [...chips]
  if (search) on.push({ key: 'search', label: `Search: ${search}`, onRemove: () => onChange({ search: undefined }) })
  if (words) on.push({ key: 'period', label: words, onRemove: () => onChange({ date_after: undefined, date_before: undefined }) })
  return (
    <DataTable
      name={name}
      label={label}
      columns={columns}
      list={list}
      limit={PAGE}
      offset={offset}
      onPage={(next) => onChange({ offset: next || undefined })}
      filtered={on.length > 0}
      onClearFilters={onClear}
      rowKey={({ id }) => id}
      rowName={({ invoice_id }) => invoice_id}
      toolbar={
        <>
          <SearchInput
            label="Search transactions"
            placeholder={finds}
            value={search}
            onSearch={(text) => onChange({ search: text })}
          />
          <PeriodFilter period={period} onChange={onChange} />
          {filters}
        </>
      }
      chips={on.length > 0 && <FilterChips chips={on} onClear={onClear} />}
    />
  )
}
