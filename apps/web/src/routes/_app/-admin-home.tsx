/** The admin's dashboard, composed of several features. */
import { Button } from '@mantine/core'
import { IconBuildingPlus, IconMicroscope, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { UserFormName, UserTab } from '#web/features/accounts/users/user-details.tsx'
import { UserDrawer } from '#web/features/accounts/users/user-drawer.tsx'
import { UsersTable } from '#web/features/accounts/users/users-table.tsx'
import { AdminDashboard } from '#web/features/dashboards/admin/admin-dashboard.tsx'
import { type NewAccount, NewAccountModals } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { patientTabs } from './-patient-drawer.tsx'

interface Overlays {
  user?: number
  tab?: UserTab
  add?: NewAccount
}

export default function AdminHome() {
  const overlay = useOverlay<Overlays>()
  const { user, tab = 'details', add } = overlay.shown
  const [start, setStart] = useState<UserFormName>()
  const openUser = (id: number, form?: UserFormName) => {
    setStart(form)
    overlay.open(form ? { user: id, tab: 'details' } : { user: id })
  }
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconMicroscope size={16} stroke={1.6} />}
        onClick={() => overlay.open({ add: 'lab' })}
      >
        Add Lab
      </Button>
      <Button
        variant="default"
        leftSection={<IconBuildingPlus size={16} stroke={1.6} />}
        onClick={() => overlay.open({ add: 'harvest-center' })}
      >
        Add Harvest Center
      </Button>
      <Button leftSection={<IconUserPlus size={16} stroke={1.6} />} onClick={() => overlay.open({ add: 'patient' })}>
        Add Patient
      </Button>
    </>
  )
  return (
    <AdminDashboard actions={actions}>
      <UsersTable onOpen={openUser} />
      <UserDrawer
        id={user}
        start={start}
        tab={tab}
        onTab={(next) => overlay.update({ tab: next })}
        onClose={() => overlay.close('user', 'tab')}
        {...patientTabs}
      />
      <NewAccountModals open={add} onClose={() => overlay.close('add')} />
    </AdminDashboard>
  )
}
