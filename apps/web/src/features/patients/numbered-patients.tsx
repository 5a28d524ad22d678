import type { PatientRow } from '@vialdesk/contract/patients'
import { useState } from 'react'
import type { ListState } from '#web/ui/table/table-types.ts'
import { PatientData } from './patient-data.tsx'
import { PatientList } from './patient-list.tsx'
import { numberedColumns } from './patients.columns.tsx'
import type { PatientFilters } from './use-patient-filters.ts'

interface Props {
  name: string
  list: ListState<PatientRow>
  filters: PatientFilters
}

const searchIn = { label: 'Search by ID or HC company', placeholder: 'ID or HC company' }

/** Patients without names, for sales roles, with a drawer for the lab record. */
export function NumberedPatients({ name, list, filters }: Props) {
  const [open, setOpen] = useState<PatientRow>()
  return (
    <>
      <PatientList name={name} columns={numberedColumns} list={list} filters={filters} searchIn={searchIn} onRow={setOpen} />
      <PatientData patient={open} onClose={() => setOpen(undefined)} />
    </>
  )
}
