import type { PatientRow } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { stageFilterNames, stageFilters } from '#web/entities/patient/stages.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import type { ListPage, ViewedList } from '#web/lib/url/use-list-page.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { Column, ListState } from '#web/ui/table/table-types.ts'
import type { PatientSearch } from './use-patient-page.ts'

const stageOptions = stageFilters.map((stage) => ({ value: stage, label: stageFilterNames[stage] }))

interface Props {
  /** The key under which this browser stores the chosen columns. */
  name: string
  columns: Column<PatientRow>[]
  list: ListState<PatientRow>
  page: ListPage<PatientSearch>
  /** Label and placeholder of the search field. */
  searchField: { label: string; placeholder: string }
  /** The name under which the filters are saved. */
  views: ViewedList
  /** More filters, next to the stage. */
  filters?: ReactNode
  onRow?: ((row: PatientRow) => void) | undefined
  /** The list behind the table. */
  source: Pick<TableExport, 'list' | 'params'>
  empty?: ReactNode
}

/** A list of patients with a search field and a stage filter. */
export function PatientList({ name, columns, list, page, searchField, views, filters, onRow, source, empty }: Props) {
  const pathOf = useRecordPath('/users/{id}')
  const { filter, change } = page
  return (
    <DataTable
      name={name}
      exports={{ ...source, rows: ['patient', 'patients'] }}
      label="Patients"
      columns={columns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={patientName}
      views={views}
      rowHref={pathOf && (({ id }) => pathOf(id))}
      onRow={onRow}
      empty={empty}
      toolbar={
        <>
          <SearchInput {...searchField} value={filter.search} onSearch={(text) => change({ search: text })} />
          <FilterSelect
            label="Stage"
            all="All stages"
            options={stageOptions}
            value={filter.stage}
            onChange={(stage) => change({ stage })}
            width={200}
          />
          {filters}
        </>
      }
    />
  )
}
