import type { Stage } from '@vialdesk/contract/patients'
import { stageNames } from '#web/entities/patient/stages.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'

const PAGE_SIZE = 10

export interface PatientSearch {
  search?: string | undefined
  stage?: Stage | undefined
}

/** Filters and page of a list of patients. */
export const usePatientPage = (): ListPage<PatientSearch> =>
  useListPage<PatientSearch>(PAGE_SIZE, ({ search, stage }) => [
    searchFilter({ search }),
    { keys: ['stage'], label: stage && `Stage: ${stageNames[stage]}` },
  ])
