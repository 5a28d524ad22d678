import type { Stage } from '@vialdesk/contract/patients'
import { type Filters, useFilters } from '#web/lib/use-filters.ts'

const PAGE = 10

export interface PatientSearch {
  search?: string | undefined
  stage?: Stage | undefined
  offset?: number | undefined
}

export interface PatientFilters extends Filters<PatientSearch> {
  /** What the server is asked with. */
  query: { search: string | undefined; stage: Stage | undefined; offset: number; limit: number }
}

/** The filters of a list of patients, as the address has them. */
export function usePatientFilters(): PatientFilters {
  const filters = useFilters<PatientSearch>()
  const { search, stage, offset = 0 } = filters.filter
  return { ...filters, query: { search, stage, offset, limit: PAGE } }
}
