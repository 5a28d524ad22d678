import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { PatientRow, Stage } from '@vialdesk/contract/patients'
import { useState } from 'react'
import { ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { stageNames, stages } from '#web/lib/stages.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { type Chip, FilterChips } from '#web/ui/filter-chips.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { PatientData } from './patient-data.tsx'
import { repPatientColumns } from './patients.columns.tsx'

const PAGE = 10

interface PatientSearch {
  search?: string | undefined
  stage?: Stage | undefined
  offset?: number | undefined
}

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

function Patients() {
  const { filter, change, clear } = useFilters<PatientSearch>()
  const { search, stage, offset = 0 } = filter
  const [open, setOpen] = useState<PatientRow>()
  const query = { search, stage, offset, limit: PAGE }
  const list = useQuery({ ...ask('GET /api/v1/users/patient/list/', { query }), placeholderData: keepPreviousData })
  const chips: Chip[] = []
  if (search) chips.push({ key: 'search', label: `Search: ${search}`, onRemove: () => change({ search: undefined }) })
  if (stage) chips.push({ key: 'stage', label: `Stage: ${stageNames[stage]}`, onRemove: () => change({ stage: undefined }) })
  return (
    <>
      <DataTable
        name="rep-patients"
        label="Patients"
        columns={repPatientColumns}
        list={list}
        limit={PAGE}
        offset={offset}
        onPage={(next) => change({ offset: next || undefined })}
        filtered={chips.length > 0}
        onClearFilters={clear}
        rowKey={({ id }) => id}
        rowName={({ id }) => `Patient ${id}`}
        onRow={setOpen}
        toolbar={
          <>
            <SearchInput
              label="Search by ID or HC company"
              placeholder="ID or HC company"
              value={search}
              onSearch={(text) => change({ search: text })}
            />
            <StagePick stage={stage} onChange={(next) => change({ stage: next })} />
          </>
        }
        chips={chips.length > 0 && <FilterChips chips={chips} onClear={clear} />}
      />
      <PatientData patient={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** The patients of a rep's centers, by number: who they are is not the rep's to know. */
export function RepPatientsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Patients" lead="The patients of your centers. To protect them, they go by number.">
      <Patients />
    </Screen>
  )
}
