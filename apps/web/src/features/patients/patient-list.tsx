import { Select } from '@mantine/core'
import type { PatientRow, Stage } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import { patientName } from '#web/lib/patient-words.ts'
import { stageNames, stages } from '#web/lib/stages.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { type Chip, FilterChips } from '#web/ui/filter-chips.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { Column, ListState } from '#web/ui/table/table-types.ts'
import type { PatientFilters } from './use-patient-filters.ts'

const stageOptions = stages.map((stage) => ({ value: stage, label: stageNames[stage] }))

function StagePick({ stage, onChange }: { stage: Stage | undefined; onChange: (stage: Stage | undefined) => void }) {
  return (
    <Select
      aria-label="Stage"
      placeholder="All stages"
      data={stageOptions}
      value={stage ?? null}
      onChange={(next) => onChange(stages.find((each) => each === next))}
      clearable
      clearButtonProps={{ 'aria-label': 'All stages' }}
      w={200}
    />
  )
}

function chipsOf({ filter: { search, stage }, change }: PatientFilters): Chip[] {
  const chips: Chip[] = []
  if (search) chips.push({ key: 'search', label: `Search: ${search}`, onRemove: () => change({ search: undefined }) })
  if (stage) chips.push({ key: 'stage', label: `Stage: ${stageNames[stage]}`, onRemove: () => change({ stage: undefined }) })
  return chips
}

interface Props {
  /** Names the table on this browser. */
  name: string
  columns: Column<PatientRow>[]
  list: ListState<PatientRow>
  filters: PatientFilters
  /** Label and placeholder of the search. */
  searchIn: { label: string; placeholder: string }
  onRow?: ((row: PatientRow) => void) | undefined
  empty?: ReactNode
}

/** A list of patients with search and stage filter. */
export function PatientList({ name, columns, list, filters, searchIn, onRow, empty }: Props) {
  const { filter, query, change, clear } = filters
  const chips = chipsOf(filters)
  return (
    <DataTable
      name={name}
      label="Patients"
      columns={columns}
      list={list}
      limit={query.limit}
      offset={query.offset}
      onPage={(next) => change({ offset: next || undefined })}
      filtered={chips.length > 0}
      onClearFilters={clear}
      rowKey={({ id }) => id}
      rowName={patientName}
      onRow={onRow}
      empty={empty}
      toolbar={
        <>
          <SearchInput {...searchIn} value={filter.search} onSearch={(text) => change({ search: text })} />
          <StagePick stage={filter.stage} onChange={(next) => change({ stage: next })} />
        </>
      }
      chips={chips.length > 0 && <FilterChips chips={chips} onClear={clear} />}
    />
  )
}
