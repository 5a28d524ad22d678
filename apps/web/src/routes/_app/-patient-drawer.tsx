/** One patient beside the list that it came from: what its lab recorded, its vials, and what happened. The address says whose. */
import { VialFigures } from '#web/features/accounts/lab-facts.tsx'
import type { UserTab } from '#web/features/accounts/user-body.tsx'
import { UserDrawer } from '#web/features/accounts/user-drawer.tsx'
import { PatientTimeline } from '#web/features/patients/patient-timeline.tsx'
import { VialHistory } from '#web/features/vials/vial-history.tsx'
import { useOverlay } from '#web/lib/use-overlay.ts'

interface Overlay {
  user?: number
  tab?: UserTab
}

/** Opens the drawer for the row of a list. */
export function useOpenPatient() {
  const { open } = useOverlay<Overlay>()
  return ({ id }: { id: number }) => open({ user: id })
}

/** What the reader may enter, it enters here; everyone else reads. */
export function PatientDrawer() {
  const overlay = useOverlay<Overlay>()
  const { user, tab = 'lab' } = overlay.shown
  return (
    <UserDrawer
      id={user}
      tab={tab}
      onTab={(next) => overlay.update({ tab: next })}
      onClose={() => overlay.close('user', 'tab')}
      vials={(patient) => (
        <VialHistory patientId={patient.id} mayEdit={patient.can.edit_vials} counts={<VialFigures user={patient} />} />
      )}
      timeline={(patient) => <PatientTimeline id={patient.id} />}
    />
  )
}
