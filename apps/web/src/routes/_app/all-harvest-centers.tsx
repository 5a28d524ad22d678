import { Button } from '@mantine/core'
import { IconBuildingPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllHarvestCentersScreen } from '#web/features/centers/all-centers-screen.tsx'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllHarvestCenters() {
  const overlay = useOverlay<{ add?: 'harvest-center' }>()
  const { open, drawer } = useUserDrawer()
  const add = (
    <Button
      leftSection={<IconBuildingPlus size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'harvest-center' })}
    >
      Add Harvest Center
    </Button>
  )
  return (
    <AllHarvestCentersScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllHarvestCentersScreen>
  )
}

export const Route = createFileRoute('/_app/all-harvest-centers')({ component: AllHarvestCenters })
