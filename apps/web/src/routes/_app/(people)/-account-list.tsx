/** What the lists of accounts of an admin have in common: the button that adds an account, its dialog, and the drawer of a user. */
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import {
  type NewAccount,
  NewAccountModals,
  onNewAccountIntent,
} from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserDrawer } from './-user-drawer.tsx'

interface Options {
  kind: NewAccount
  label: string
  icon: Icon
  firstTab?: UserTab
}

export function useAccountList({ kind, label, icon: Shown, firstTab }: Options) {
  const overlay = useOverlay<{ add?: NewAccount }>()
  const { onOpen, drawer } = useUserDrawer(firstTab)
  return {
    onOpen,
    add: (
      <Button leftSection={<Shown size={16} stroke={1.6} />} {...onNewAccountIntent} onClick={() => overlay.open({ add: kind })}>
        {label}
      </Button>
    ),
    children: (
      <>
        {drawer}
        <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
      </>
    ),
  }
}
