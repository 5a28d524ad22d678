/** The lists of patients of centers and labs, with the drawer of a patient. */
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LabPatientsScreen, OwnPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { CenterPatientsScreen } from '#web/features/patients/center-patients-screen.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useUserDrawer } from './user-drawer.tsx'

/** Patients are registered with the payment of their fee. */
function NewPatient() {
  const isReferral = useSession()?.role === 'referral_harvest_center'
  const fee = isReferral ? '/harvest-center/checkout/harvest-fee' : '/harvest-center/checkout/processing-fee'
  return (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.6} />}
      renderRoot={(props) => <Link {...props} to={fee} search={{ patient: 'new' }} />}
    >
      New patient
    </Button>
  )
}

export function CenterPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <OwnPatientsScreen onOpen={onOpen} add={<NewPatient />}>
      {drawer}
    </OwnPatientsScreen>
  )
}

export function LabPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return <LabPatientsScreen onOpen={onOpen}>{drawer}</LabPatientsScreen>
}

export function LabCenterPatients(ids: { lab: number; center: number }) {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <CenterPatientsScreen {...ids} onOpen={onOpen}>
      {drawer}
    </CenterPatientsScreen>
  )
}
