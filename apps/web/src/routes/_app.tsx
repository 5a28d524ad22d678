import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { ConversationsLink } from '#web/features/conversations/conversations-link.tsx'
import { ListExport } from '#web/features/exports/list-export.tsx'
import { Bell } from '#web/features/notices/bell.tsx'
import { AgreementModal } from '#web/features/onboarding/agreement/agreement-modal.tsx'
import { ResourceButton } from '#web/features/resources/suggested/resource-button.tsx'
import { ProofHost } from '#web/features/sessions/confirm/proof-host.tsx'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { ViewMenu } from '#web/features/views/view-menu.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { session } from '#web/lib/session/session.ts'
import { ExportSlot } from '#web/ui/table/selection/export-slot.ts'
import { ViewsSlot } from '#web/ui/table/toolbar/views-slot.ts'

const loadPalette = () => import('#web/features/search/palette.tsx').then(({ Palette }) => Palette)

function InShell() {
  const { Shell } = Route.useRouteContext()
  const hasConversations = useMayCall('GET /api/v1/conversations/unread/')
  const mayExport = useMayCall('POST /api/v1/list-exports/')
  return (
    <Shell
      notices={
        <>
          <ConversationsLink />
          <Bell />
        </>
      }
      noticeCount={hasConversations ? 2 : 1}
      resources={<ResourceButton />}
      palette={loadPalette}
    >
      <ViewsSlot value={ViewMenu}>
        <ExportSlot value={mayExport ? ListExport : undefined}>
          <Outlet />
        </ExportSlot>
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
