import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { NumberedPatients } from './numbered-patients.tsx'
import { usePatientPage } from './use-patient-filters.ts'

function OfManager({ id }: { id: number }) {
  const page = usePatientPage()
  const query = ask('GET /api/v1/sales-managers/{id}/patients/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return <NumberedPatients name="team-patients" list={list} page={page} />
}

function OfDistributor({ id }: { id: number }) {
  const page = usePatientPage()
  const query = ask('GET /api/v1/sales-distributors/{id}/patients/', { params: { id }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return <NumberedPatients name="teams-patients" list={list} page={page} />
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
