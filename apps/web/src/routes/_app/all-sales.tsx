import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { AllSalesScreen } from '#web/features/sales/all-sales-screen.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllSales() {
  const overlay = useOverlay<{ add?: 'sales' }>()
  const { open, drawer } = useUserDrawer()
  const add = (
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'sales' })}
    >
      Add Sales Person
    </Button>
  )
  return (
    <AllSalesScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllSalesScreen>
  )
}

export const Route = createFileRoute('/_app/all-sales')({ component: AllSales })
