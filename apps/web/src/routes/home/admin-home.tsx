/** The admin's dashboard, composed of several features. */
import { Button } from '@mantine/core'
import { IconBuildingPlus, IconUserPlus } from '@tabler/icons-react'
import { NewestUsers } from '#web/features/accounts/users/newest-users.tsx'
import { AdminDashboard } from '#web/features/dashboards/admin/admin-dashboard.tsx'
import {
  type NewAccount,
  NewAccountModals,
  onNewAccountIntent,
} from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from '#web/routes/people/user-drawer.tsx'

export default function AdminHome() {
  const overlay = useOverlay<{ add?: NewAccount }>()
  const { open, drawer } = useUserDrawer()
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconBuildingPlus size={16} stroke={1.6} />}
        {...onNewAccountIntent}
        onClick={() => overlay.open({ add: 'harvest-center' })}
      >
        Add Harvest Center
      </Button>
      <Button
        leftSection={<IconUserPlus size={16} stroke={1.6} />}
        {...onNewAccountIntent}
        onClick={() => overlay.open({ add: 'patient' })}
      >
        Add Patient
      </Button>
    </>
  )
  return (
    <AdminDashboard actions={actions}>
      <NewestUsers onOpen={open} />
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AdminDashboard>
  )
}
