/** The dashboard of a referral center: its patients and their drawer. */
import { ReferralCenterDashboard } from '#web/features/dashboards/center/referral-center-dashboard.tsx'
import { PatientsOfReferralCenter } from '#web/features/patients/patients-of-center.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

export default function ReferralHome() {
  const id = useSession()?.user.id
  const open = useOpenPatient()
  return (
    <ReferralCenterDashboard patients={id && <PatientsOfReferralCenter center={id} onOpen={open} />}>
      <PatientDrawer />
    </ReferralCenterDashboard>
  )
}
