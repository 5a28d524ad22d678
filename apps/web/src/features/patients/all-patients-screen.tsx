import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { noPatientsHint } from './no-patients-hint.ts'
import { PatientList } from './patient-list.tsx'
import { allPatients, ownPatients, patientsOfLab } from './patient-lists.ts'
import { centerPatientColumns } from './patients.columns.tsx'

interface Props {
  onOpen: (row: PatientRow) => void
  /** The primary action. */
  add?: ReactNode
  /** Drawers over the list. */
  children: ReactNode
}

/** All patients of the domain, for admins. */
export const AllPatientsScreen = ({ onOpen, add, children }: Props) => (
  <Screen title="Patients" actions={add}>
    <PatientList of={allPatients} onRow={onOpen} rowActions={useInvitationActions()} />
    {children}
  </Screen>
)

/** The patients of all centers of a lab. */
export const LabPatientsScreen = ({ onOpen, children }: Props) => (
  <Screen title="Patients" lead="Patients of all your harvest centers. Open a patient to update the lab record.">
    <PatientList of={patientsOfLab} onRow={onOpen} />
    {children}
  </Screen>
)

/** The patients of a center, with those that were referred to it. */
export function OwnPatientsScreen({ onOpen, add, children }: Props) {
  const role = useSession()?.role
  return (
    <Screen title="Patients" lead="Your patients, their stage and their vials." actions={add}>
      <PatientList
        of={ownPatients}
        columns={centerPatientColumns(role)}
        onRow={onOpen}
        rowActions={useInvitationActions()}
        empty={noPatientsHint(role)}
      />
      {children}
    </Screen>
  )
}
