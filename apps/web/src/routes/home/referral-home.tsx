/** The dashboard of a referral center: its newest patients and their drawer. */
import { ReferralCenterDashboard } from '#web/features/dashboards/center/referral-center-dashboard.tsx'
import { NewestPatients } from '#web/features/patients/newest-patients.tsx'
import { useUserDrawer } from '#web/routes/people/user-drawer.tsx'

export default function ReferralHome() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return <ReferralCenterDashboard patients={<NewestPatients onOpen={onOpen} />}>{drawer}</ReferralCenterDashboard>
}
