/** The dashboard of a harvest center: today's work, its newest patients and their drawer. */
import { HarvestCenterDashboard } from '#web/features/dashboards/center/harvest-center-dashboard.tsx'
import { NewestPatients } from '#web/features/patients/newest-patients.tsx'
import { useUserDrawer } from '#web/routes/people/user-drawer.tsx'

export default function CenterHome() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <HarvestCenterDashboard onOpen={onOpen} patients={<NewestPatients onOpen={onOpen} />}>
      {drawer}
    </HarvestCenterDashboard>
  )
}
