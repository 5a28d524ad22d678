/** The drawer of one patient next to a list: lab record, documents, vials and timeline. The URL has the patient's id. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { ComponentProps } from 'react'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import type { UserTab } from '#web/features/accounts/users/user-details.tsx'
import { UserDrawer } from '#web/features/accounts/users/user-drawer.tsx'
import { DocumentsOfCenter } from '#web/features/documents/center/documents-of-center.tsx'
import { PatientDocuments } from '#web/features/documents/patient/patient-documents.tsx'
import { PatientTimeline } from '#web/features/patients/patient-timeline.tsx'
import { VialEntries } from '#web/features/vials/entries/vial-entries.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'

/** The tabs of the drawer of a patient or center that belong to other features. */
export const patientTabs: Pick<ComponentProps<typeof UserDrawer>, 'documents' | 'vials' | 'timeline'> = {
  documents: (user) =>
    user.subscription === membershipIds.patient ? <PatientDocuments patient={user.id} /> : <DocumentsOfCenter center={user} />,
  vials: (patient) => (
    <VialEntries patientId={patient.id} mayEdit={patient.can.edit_vials} counts={<VialCountStats counts={patient} />} />
  ),
  timeline: (patient) => <PatientTimeline id={patient.id} />,
}

interface Overlay {
  user?: number
  tab?: UserTab
}

export function useOpenPatient() {
  const { open } = useOverlay<Overlay>()
  return ({ id }: { id: number }) => open({ user: id })
}

/** Editable for users with the right to edit, read-only for others. */
export function PatientDrawer() {
  const overlay = useOverlay<Overlay>()
  const { user, tab = 'lab' } = overlay.shown
  return (
    <UserDrawer
      id={user}
      tab={tab}
      onTab={(next) => overlay.update({ tab: next })}
      onClose={() => overlay.close('user', 'tab')}
      {...patientTabs}
    />
  )
}
