import { Button } from '@mantine/core'
import { IconMicroscope } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllLabsScreen } from '#web/features/centers/all-centers-screen.tsx'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllLabs() {
  const overlay = useOverlay<{ add?: 'lab' }>()
  const { open, drawer } = useUserDrawer()
  const add = (
    <Button
      leftSection={<IconMicroscope size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'lab' })}
    >
      Add Lab
    </Button>
  )
  return (
    <AllLabsScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllLabsScreen>
  )
}

export const Route = createFileRoute('/_app/all-labs')({ component: AllLabs })
