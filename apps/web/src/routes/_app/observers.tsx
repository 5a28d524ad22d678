import { createFileRoute } from '@tanstack/react-router'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { ObserversScreen } from '#web/features/people/observers-screen.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { DrawerOfUser } from './-drawer-of-user.tsx'

function ObserversRoute() {
  const overlay = useOverlay<{ user?: number; tab?: UserTab }>()
  const { user, tab = 'details' } = overlay.shown
  return (
    <>
      <ObserversScreen onOpen={(id) => overlay.open({ user: id })} />
      <DrawerOfUser
        id={user}
        tab={tab}
        onTab={(next) => overlay.update({ tab: next })}
        onClose={() => overlay.close('user', 'tab')}
      />
    </>
  )
}

export const Route = createFileRoute('/_app/observers')({ component: ObserversRoute })
