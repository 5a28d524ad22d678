import type { DueFilter, StageFilter } from '@vialdesk/contract/patients'
import { type SignInSearch, signInFilter } from '#web/entities/invitation/sign-in-filter.tsx'
import { dueNames, stageFilterNames } from '#web/entities/patient/stages.ts'
import { type ListFilter, type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'

const PAGE_SIZE = 10

export interface PatientSearch {
  search?: string | undefined
  stage?: StageFilter | undefined
}

const baseFilters = ({ search, stage }: PatientSearch): ListFilter<PatientSearch>[] => [
  searchFilter({ search }),
  { keys: ['stage'], label: stage && `Stage: ${stageFilterNames[stage]}` },
]

/** Filters and page of a list of patients. */
export const usePatientPage = (): ListPage<PatientSearch> => useListPage<PatientSearch>(PAGE_SIZE, baseFilters)

export interface AllPatientsSearch extends PatientSearch, SignInSearch {
  due?: DueFilter | undefined
  arrived?: 'true' | undefined
  harvest_center_id?: number | undefined
  referral_harvest_center_id?: number | undefined
  lab_id?: number | undefined
  sales_rep_id?: number | undefined
}

/** The names of the ids in a filter. */
interface FilterNames {
  center?: string | undefined
  referralCenter?: string | undefined
  lab?: string | undefined
  rep?: string | undefined
}

/** Filters and page of the list of all patients that the viewer may see. */
export const useAllPatientsPage = (namesOf: (filter: AllPatientsSearch) => FilterNames): ListPage<AllPatientsSearch> =>
  useListPage<AllPatientsSearch>(PAGE_SIZE, (filter) => {
    const { due, arrived, harvest_center_id, referral_harvest_center_id: referral, lab_id, sales_rep_id } = filter
    const { center, referralCenter, lab, rep } = namesOf(filter)
    return [
      ...baseFilters(filter),
      { keys: ['due'], label: due && dueNames[due] },
      signInFilter(filter),
      { keys: ['arrived'], label: arrived && 'Arrived, to be booked in' },
      { keys: ['harvest_center_id'], label: harvest_center_id && `Harvest center: ${center ?? `#${harvest_center_id}`}` },
      { keys: ['referral_harvest_center_id'], label: referral && `Referral center: ${referralCenter ?? `#${referral}`}` },
      { keys: ['lab_id'], label: lab_id && `Lab: ${lab ?? `#${lab_id}`}` },
      { keys: ['sales_rep_id'], label: sales_rep_id && `Sales rep: ${rep ?? `#${sales_rep_id}`}` },
    ]
  })
