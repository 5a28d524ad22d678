/** A center's patients for its lab, with the drawer of the lab record. */
import { CenterPatientsScreen } from '#web/features/patients/center-patients-screen.tsx'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export function LabCenterPatients({ lab, center }: { lab: number; center: number }) {
  return (
    <CenterPatientsScreen lab={lab} center={center} onOpen={useOpenPatient()}>
      <PatientDrawer />
    </CenterPatientsScreen>
  )
}
