import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { AllPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllPatients() {
  const overlay = useOverlay<{ add?: 'patient' }>()
  const { open, drawer } = useUserDrawer('lab')
  const add = (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'patient' })}
    >
      Add Patient
    </Button>
  )
  return (
    <AllPatientsScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllPatientsScreen>
  )
}

export const Route = createFileRoute('/_app/all-patients')({ component: AllPatients })
