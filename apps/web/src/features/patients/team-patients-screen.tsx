import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PatientsWithoutNames } from './patients-without-names.tsx'
import { usePatientPage } from './use-patient-page.ts'

function OfManager({ id }: { id: number }) {
  const page = usePatientPage()
  const query = apiQuery('GET /api/v1/sales-managers/{id}/patients/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const source = { list: 'GET /api/v1/sales-managers/{id}/patients/', params: { id } } as const
  return <PatientsWithoutNames name="team-patients" list={list} page={page} source={source} />
}

function OfDistributor({ id }: { id: number }) {
  const page = usePatientPage()
  const query = apiQuery('GET /api/v1/sales-distributors/{id}/patients/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const source = { list: 'GET /api/v1/sales-distributors/{id}/patients/', params: { id } } as const
  return <PatientsWithoutNames name="teams-patients" list={list} page={page} source={source} />
}

/** The patients of a manager's reps. */
export function ManagerPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="Patients of your sales reps. Names are hidden to protect privacy.">
      {id && <OfManager id={id} />}
    </Screen>
  )
}

/** The patients of the reps of a distributor's managers. */
export function DistributorPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="Patients of your managers’ sales reps. Names are hidden to protect privacy.">
      {id && <OfDistributor id={id} />}
    </Screen>
  )
}
