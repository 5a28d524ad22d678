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

/** The patients that a manager's reps brought. */
export function ManagerPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="The patients that your sales reps brought. To protect them, they go by number.">
      {id && <OfManager id={id} />}
    </Screen>
  )
}

/** The patients that the reps of a distributor's managers brought. */
export function DistributorPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="The patients that the reps of your managers brought. To protect them, they go by number.">
      {id && <OfDistributor id={id} />}
    </Screen>
  )
}
