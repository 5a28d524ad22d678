import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { ConversationsLink } from '#web/features/conversations/conversations-link.tsx'
import { Bell } from '#web/features/notices/bell.tsx'
import { AgreementModal } from '#web/features/onboarding/agreement/agreement-modal.tsx'
import { ResourceButton } from '#web/features/resources/suggested/resource-button.tsx'
import { ProofHost } from '#web/features/sessions/confirm/proof-host.tsx'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { ViewMenu } from '#web/features/views/view-menu.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { session } from '#web/lib/session/session.ts'
import { ViewsSlot } from '#web/ui/table/views-slot.ts'

const loadPalette = () => import('#web/features/search/palette.tsx').then(({ Palette }) => Palette)

function InShell() {
  const { Shell } = Route.useRouteContext()
  return (
    <Shell notices={
        <>
          <ConversationsLink />
          <Bell />
        </>
      } resources={<ResourceButton />} palette={loadPalette}>
      <ViewsSlot value={ViewMenu}>
        <Outlet />
      </ViewsSlot>
      <AgreementModal />
      <ProofHost />
    </Shell>
  )
}

const AsGuest = () => (
  <GuestFrame>
    <Outlet />
  </GuestFrame>
)

/** The server refuses the calls of the shell to a user without a role. */
const hasShell = () => session()?.role !== undefined

/** A few screens here are open to guests. A session that ends loads another page, so the frame never changes. */
function Frame() {
  const [inShell] = useState(hasShell)
  return inShell ? <InShell /> : <AsGuest />
}

export const Route = createFileRoute('/_app')({
  component: Frame,
  /** The shell is loaded together with the code of the screen. */
  loader: async ({ context: { queryClient, Shell } }) => {
    if (!hasShell()) return
    void queryClient.prefetchQuery(apiQuery('GET /auth/session/'))
    await Shell.preload()
  },
})
