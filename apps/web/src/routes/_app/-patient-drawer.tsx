/** The drawer of one patient next to a list. The URL has the patient's id. */
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { DrawerOfUser } from './-drawer-of-user.tsx'

interface Overlay {
  user?: number
  tab?: UserTab
}

export function useOpenPatient() {
  const { open } = useOverlay<Overlay>()
  return ({ id }: { id: number }) => open({ user: id })
}

/** Editable for users with the right to edit, read-only for others. */
export function PatientDrawer() {
  const overlay = useOverlay<Overlay>()
  const { user, tab = 'lab' } = overlay.shown
  return (
    <DrawerOfUser
      id={user}
      tab={tab}
      onTab={(next) => overlay.update({ tab: next })}
      onClose={() => overlay.close('user', 'tab')}
    />
  )
}
