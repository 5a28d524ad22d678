import { Navigate } from '@tanstack/react-router'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import { useState } from 'react'
import type { ListDefinition } from '#web/entities/list/define-list.ts'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PatientList } from './patient-list.tsx'
import { patientsOfDistributor, patientsOfManager, patientsOfRep } from './patient-lists.ts'
import { PatientRecordModal } from './patient-record-modal.tsx'

interface Props<A extends ReadingCall, Filter extends object> {
  of: ListDefinition<A, Filter, PatientRow>
  user?: number
}

/** Patients for sales roles, by number. A click opens the lab record and the journey. */
function PatientsWithoutNames<A extends ReadingCall, Filter extends object>({ of, user }: Props<A, Filter>) {
  const [open, setOpen] = useState<PatientRow>()
  return (
    <>
      <PatientList of={of} params={user ? { id: user } : undefined} onRow={setOpen} />
      <PatientRecordModal patient={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** The patients of a rep's centers; sales roles never get names. */
export function RepPatientsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Patients" lead="Patients of your centers. Names are hidden to protect privacy.">
      <PatientsWithoutNames of={patientsOfRep} />
    </Screen>
  )
}

/** The patients of a manager's reps. */
export function ManagerPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="Patients of your sales reps. Names are hidden to protect privacy.">
      {id && <PatientsWithoutNames of={patientsOfManager} user={id} />}
    </Screen>
  )
}

/** The patients of the reps of a distributor's managers. */
export function DistributorPatientsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Patients" lead="Patients of your managers’ sales reps. Names are hidden to protect privacy.">
      {id && <PatientsWithoutNames of={patientsOfDistributor} user={id} />}
    </Screen>
  )
}
