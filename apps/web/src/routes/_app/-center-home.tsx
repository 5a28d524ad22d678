/** The dashboard of a harvest center: today's work, its newest patients and their drawer. */
import { HarvestCenterDashboard } from '#web/features/dashboards/center/harvest-center-dashboard.tsx'
import { NewestPatients } from '#web/features/patients/newest-patients.tsx'
import { ListsOfPatients } from './-earlier-addresses.tsx'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export default function CenterHome() {
  const open = useOpenPatient()
  return (
    <ListsOfPatients>
      <HarvestCenterDashboard onOpen={open} patients={<NewestPatients onOpen={open} />}>
        <PatientDrawer />
      </HarvestCenterDashboard>
    </ListsOfPatients>
  )
}
