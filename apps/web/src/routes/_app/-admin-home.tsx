/** The admin's dashboard, composed of several features. */
import { Button } from '@mantine/core'
import { IconBuildingPlus, IconMailPlus, IconMicroscope, IconShieldCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import type { UserFormName } from '#web/features/accounts/users/user-details.tsx'
import { UserDrawer } from '#web/features/accounts/users/user-drawer.tsx'
import { UsersTable } from '#web/features/accounts/users/users-table.tsx'
import { AdminDashboard } from '#web/features/dashboards/admin/admin-dashboard.tsx'
import { type NewAccount, NewAccountModals } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { SignUpList } from '#web/features/onboarding/sign-ups/sign-up-list.tsx'
import { BulkActions } from '#web/features/people/bulk/bulk-actions.tsx'
import { InviteAdminDialog } from '#web/features/people/invite-admin-dialog.tsx'
import { TwoStepStatusDrawer } from '#web/features/people/two-step-status.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserTabs } from './-user-tabs.tsx'

interface Overlays {
  user?: number
  tab?: UserTab
  add?: NewAccount | 'admin'
  show?: 'two-step'
}

export default function AdminHome() {
  const overlay = useOverlay<Overlays>()
  const { user, tab = 'details', add, show } = overlay.shown
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
  const buttons = (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} stroke={1.6} />}
        onClick={() => overlay.open({ show: 'two-step' })}
      >
        Two-step sign-in
      </Button>
      <Button
        variant="default"
        leftSection={<IconMailPlus size={16} stroke={1.6} />}
        onClick={() => overlay.open({ add: 'admin' })}
      >
        Invite Admin
      </Button>
    </>
  )
  return (
    <AdminDashboard actions={actions}>
      <UsersTable
        onOpen={openUser}
        buttons={buttons}
        bulkActions={(users, onClear) => <BulkActions users={users} onClear={onClear} />}
      />
      <SignUpList
        title="Email not confirmed"
        lead="These people signed up and have not confirmed their email yet. They have no account. After 7 days the sign-up is deleted."
        status="pending"
        showsEmail
        hidesEmpty
      />
      <UserDrawer
        id={user}
        start={start}
        tab={tab}
        onTab={(next) => overlay.update({ tab: next })}
        onClose={() => overlay.close('user', 'tab')}
        tabs={useUserTabs()}
      />
      <NewAccountModals open={add === 'admin' ? undefined : add} onClose={() => overlay.close('add')} />
      <InviteAdminDialog opened={add === 'admin'} onClose={() => overlay.close('add')} />
      <TwoStepStatusDrawer opened={show === 'two-step'} onClose={() => overlay.close('show')} />
    </AdminDashboard>
  )
}
