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

/** The patients of a rep's centers; sales roles never get names. */
export function RepPatientsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Patients" lead="Patients of your centers. Names are hidden to protect privacy.">
      <Patients />
    </Screen>
  )
}
