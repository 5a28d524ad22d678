import type { Stage } from '@vialdesk/contract/patients'
import { type Filters, useFilters } from '#web/lib/use-filters.ts'

const PAGE = 10

export interface PatientSearch {
  search?: string | undefined
  stage?: Stage | undefined
  offset?: number | undefined
}

export interface PatientFilters extends Filters<PatientSearch> {
  /** The query of the request. */
  query: { search: string | undefined; stage: Stage | undefined; offset: number; limit: number }
}

/** The filters of a patient list, kept in the URL. */
export function usePatientFilters(): PatientFilters {
  const filters = useFilters<PatientSearch>()
  const { search, stage, offset = 0 } = filters.filter
  return { ...filters, query: { search, stage, offset, limit: PAGE } }
}
