/** A center's patients for its lab: the list, and beside it what the lab records of each. */
import { VialFigures } from '#web/features/accounts/lab-facts.tsx'
import type { UserTab } from '#web/features/accounts/user-body.tsx'
import { UserDrawer } from '#web/features/accounts/user-drawer.tsx'
import { CenterPatientsScreen } from '#web/features/patients/center-patients-screen.tsx'
import { PatientTimeline } from '#web/features/patients/patient-timeline.tsx'
import { VialHistory } from '#web/features/vials/vial-history.tsx'
import { useFilters } from '#web/lib/use-filters.ts'
import { useOverlay } from '#web/lib/use-overlay.ts'

interface Overlay {
  user?: number
  tab?: UserTab
}

export function LabCenterPatients({ lab, center }: { lab: number; center: number }) {
  const { user, tab = 'lab' } = useFilters<Overlay>().filter
  const overlay = useOverlay<Overlay>()
  return (
    <CenterPatientsScreen lab={lab} center={center} onOpen={({ id }) => overlay.open({ user: id })}>
      <UserDrawer
        id={user}
        tab={tab}
        onTab={(next) => overlay.turn({ tab: next })}
        onClose={() => overlay.close('user', 'tab')}
        vials={(patient) => (
          <VialHistory patientId={patient.id} mayEdit={patient.can.edit_vials} counts={<VialFigures user={patient} />} />
        )}
        timeline={(patient) => <PatientTimeline id={patient.id} />}
      />
    </CenterPatientsScreen>
  )
}
