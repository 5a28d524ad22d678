import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PatientsWithoutNames } from './patients-without-names.tsx'
import { usePatientPage } from './use-patient-page.ts'

function Patients() {
  const page = usePatientPage()
  const list = useQuery({
    ...apiQuery('GET /api/v1/users/patient/list/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  return <PatientsWithoutNames name="rep-patients" list={list} page={page} source={{ list: 'GET /api/v1/users/patient/list/' }} />
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
