import { Outlet, useRouteContext } from '@tanstack/react-router'
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
import { session } from '#web/lib/session/session.ts'
import { ExportSlot } from '#web/ui/table/selection/export-slot.ts'
import { ViewsSlot } from '#web/ui/table/toolbar/views-slot.ts'

const loadPalette = () => import('#web/features/search/palette.tsx').then(({ Palette }) => Palette)

function InShell() {
  const { Shell } = useRouteContext({ from: '/_app' })
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

export const AsGuest = () => (
  <GuestFrame>
    <Outlet />
  </GuestFrame>
)

/** A few screens here are open to guests. A session that ends loads another page, so the frame never changes. */
export function AppFrame() {
  const [inShell] = useState(() => session()?.role !== undefined)
  return inShell ? <InShell /> : <AsGuest />
}
