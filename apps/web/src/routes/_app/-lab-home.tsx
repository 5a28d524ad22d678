/** The lab's dashboard: due patients, its centers, and the drawer for milestones. */
import { LabCenters } from '#web/features/centers/lab-centers.tsx'
import { LabDashboard } from '#web/features/dashboards/lab/lab-dashboard.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export default function LabHome() {
  const id = useSession()?.user.id
  return (
    <LabDashboard onOpen={useOpenPatient()} centers={id && <LabCenters lab={id} />}>
      <PatientDrawer />
    </LabDashboard>
  )
}
