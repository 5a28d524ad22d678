import { Button, Menu } from '@mantine/core'
import {
  IconBuildingPlus,
  IconChevronDown,
  IconMailPlus,
  IconMicroscope,
  IconShieldCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import { AllUsersScreen } from '#web/features/accounts/users/all-users-screen.tsx'
import {
  type NewAccount,
  NewAccountModals,
  onNewAccountIntent,
} from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { SignUpList } from '#web/features/onboarding/sign-ups/sign-up-list.tsx'
import { BulkActions } from '#web/features/people/bulk/bulk-actions.tsx'
import { InviteAdminDialog } from '#web/features/people/invite-admin-dialog.tsx'
import { TwoStepStatusDrawer } from '#web/features/people/two-step-status.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './user-drawer.tsx'

interface Overlays {
  add?: NewAccount | 'admin'
  show?: 'two-step'
}

const kinds = [
  { add: 'patient', label: 'Add Patient', icon: IconUserPlus },
  { add: 'harvest-center', label: 'Add Harvest Center', icon: IconBuildingPlus },
  { add: 'referral-center', label: 'Add Referral Center', icon: IconBuildingPlus },
  { add: 'lab', label: 'Add Lab', icon: IconMicroscope },
  { add: 'sales', label: 'Add Sales Person', icon: IconUserPlus },
] as const

function AddMenu({ onAdd }: { onAdd: (kind: NewAccount) => void }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} stroke={1.6} />} {...onNewAccountIntent}>
          Add User
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ add, label, icon: Shown }) => (
          <Menu.Item key={add} leftSection={<Shown size={16} stroke={1.6} />} onClick={() => onAdd(add)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function AllUsers() {
  const overlay = useOverlay<Overlays>()
  const { add, show } = overlay.shown
  const { open, drawer } = useUserDrawer()
  const buttons = (
    <>
      <Button
        variant="default"
        leftSection={<IconMailPlus size={16} stroke={1.6} />}
        onClick={() => overlay.open({ add: 'admin' })}
      >
        Invite Admin
      </Button>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} stroke={1.6} />}
        onClick={() => overlay.open({ show: 'two-step' })}
      >
        Two-step sign-in
      </Button>
    </>
  )
  return (
    <AllUsersScreen
      onOpen={open}
      buttons={buttons}
      add={<AddMenu onAdd={(kind) => overlay.open({ add: kind })} />}
      bulkActions={(selection) => <BulkActions {...selection} />}
    >
      <SignUpList
        title="Email not confirmed"
        lead="These people signed up and have not confirmed their email yet. They have no account. After 7 days the sign-up is deleted."
        status="pending"
        showsEmail
        hidesEmpty
      />
      {drawer}
      <NewAccountModals open={add === 'admin' ? undefined : add} onClose={() => overlay.close('add')} />
      <InviteAdminDialog opened={add === 'admin'} onClose={() => overlay.close('add')} />
      <TwoStepStatusDrawer opened={show === 'two-step'} onClose={() => overlay.close('show')} />
    </AllUsersScreen>
  )
}
