/** The drawer of one user or patient next to a list. The URL has the id. It is editable for readers with the right to edit. */
import { useState } from 'react'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import type { UserFormName } from '#web/features/accounts/users/user-details.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { DrawerOfUser } from './drawer-of-user.tsx'

interface Overlay {
  user?: number
  tab?: UserTab
}

/** `open` shows a user, with a form of the account if one is named. `firstTab` is the tab that opens by itself. */
export function useUserDrawer(firstTab: UserTab = 'details') {
  const overlay = useOverlay<Overlay>()
  const { user, tab = firstTab } = overlay.shown
  const [start, setStart] = useState<UserFormName>()
  const open = (id: number, form?: UserFormName) => {
    setStart(form)
    overlay.open(form ? { user: id, tab: 'details' } : { user: id })
  }
  const drawer = (
    <DrawerOfUser
      id={user}
      start={start}
      tab={tab}
      onTab={(next) => overlay.update({ tab: next })}
      onClose={() => overlay.close('user', 'tab')}
    />
  )
  return { open, onOpen: ({ id }: { id: number }) => open(id), drawer }
}
