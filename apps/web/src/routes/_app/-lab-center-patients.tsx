/** A center's patients for its lab: the list, and beside it what the lab records of each. */
import { CenterPatientsScreen } from '#web/features/patients/center-patients-screen.tsx'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export function LabCenterPatients({ lab, center }: { lab: number; center: number }) {
  return (
    <CenterPatientsScreen lab={lab} center={center} onOpen={useOpenPatient()}>
      <PatientDrawer />
    </CenterPatientsScreen>
  )
}
