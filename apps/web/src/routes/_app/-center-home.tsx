/** The dashboard of a harvest center: today's work, its patients and their drawer. */
import { HarvestCenterDashboard } from '#web/features/dashboards/center/harvest-center-dashboard.tsx'
import { PatientsOfCenter } from '#web/features/patients/patients-of-center.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export default function CenterHome() {
  const id = useSession()?.user.id
  const open = useOpenPatient()
  return (
    <HarvestCenterDashboard onOpen={open} patients={id && <PatientsOfCenter center={id} onOpen={open} />}>
      <PatientDrawer />
    </HarvestCenterDashboard>
  )
}
