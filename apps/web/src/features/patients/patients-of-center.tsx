/** The patients of a harvest center, and of a referral center, with search and stage filter. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@vialdesk/contract/patients'
import { apiQuery } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PatientList } from './patient-list.tsx'
import { centerPatientColumns, referralCenterPatientColumns } from './patients.columns.tsx'
import { usePatientPage } from './use-patient-page.ts'

interface Props {
  center: number
  onOpen: (row: PatientRow) => void
}

const searchField = { label: 'Search patients', placeholder: 'Name, email or ID' }
const emptyWithHint = (hint: string) => <EmptyState title="Empty table. There's nothing to show" hint={hint} />

export function PatientsOfCenter({ center, onOpen }: Props) {
  const page = usePatientPage()
  const query = apiQuery('GET /api/v1/harvest-centers/{id}/patients/', { params: { id: center }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const empty = emptyWithHint('Register a patient when you pay the processing fee. Your patients appear here.')
  const shown = { columns: centerPatientColumns, list, page, searchField, empty, onRow: onOpen }
  return <PatientList name="own-patients" {...shown} />
}

export function PatientsOfReferralCenter({ center, onOpen }: Props) {
  const page = usePatientPage()
  const query = apiQuery('GET /api/v1/harvest-centers/referral/{id}/patients/', { params: { id: center }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const empty = emptyWithHint('Register a patient when you pay the referral processing fee. The patients that you refer appear here.')
  const shown = { columns: referralCenterPatientColumns, list, page, searchField, empty, onRow: onOpen }
  return <PatientList name="sent-patients" {...shown} />
}
