import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute, Link } from '@tanstack/react-router'
import { OwnPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useUserDrawer } from '#web/routes/_app/(people)/-user-drawer.tsx'

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

function CenterPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <OwnPatientsScreen onOpen={onOpen} add={<NewPatient />}>
      {drawer}
    </OwnPatientsScreen>
  )
}

export const Route = createFileRoute('/_app/(patients)/center-patients')({ component: CenterPatients })
