import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { ask } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { NumberedPatients } from './numbered-patients.tsx'
import { usePatientPage } from './use-patient-filters.ts'

function Patients() {
  const page = usePatientPage()
  const list = useQuery({
    ...ask('GET /api/v1/users/patient/list/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  return <NumberedPatients name="rep-patients" list={list} page={page} />
}

/** The patients of a rep's centers, by number: who they are is not the rep's to know. */
export function RepPatientsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Patients" lead="The patients of your centers. To protect them, they go by number.">
      <Patients />
    </Screen>
  )
}
