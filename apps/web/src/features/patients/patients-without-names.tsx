import type { PatientRow } from '@vialdesk/contract/patients'
import { useState } from 'react'
import type { ListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { ListState } from '#web/ui/table/table-types.ts'
import { PatientList } from './patient-list.tsx'
import { PatientRecordModal } from './patient-record-modal.tsx'
import { patientColumnsWithoutNames } from './patients.columns.tsx'
import type { PatientSearch } from './use-patient-page.ts'

interface Props {
  name: string
  list: ListState<PatientRow>
  page: ListPage<PatientSearch>
  /** The list behind the table. */
  source: Pick<TableExport, 'list' | 'params'>
}

const empty = (
  <EmptyState title="Empty table. There's nothing to show" hint="Centers register their patients. They appear here by number." />
)
const searchField = { label: 'Search by ID or HC company', placeholder: 'ID or HC company' }

/** Patients for sales roles, by number. A click opens the lab record and the journey. */
export function PatientsWithoutNames({ name, list, page, source }: Props) {
  const [open, setOpen] = useState<PatientRow>()
  return (
    <>
      <PatientList
        name={name}
        source={source}
        views="patients"
        columns={patientColumnsWithoutNames}
        list={list}
        page={page}
        searchField={searchField}
        empty={empty}
        onRow={setOpen}
      />
      <PatientRecordModal patient={open} onClose={() => setOpen(undefined)} />
    </>
  )
}
