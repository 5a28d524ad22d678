import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Bell } from '#web/features/notices/bell.tsx'
import { AgreementModal } from '#web/features/onboarding/agreement/agreement-modal.tsx'
import { ResourceButton } from '#web/features/resources/suggested/resource-button.tsx'
import { ProofHost } from '#web/features/sessions/confirm/proof-host.tsx'
import { ViewMenu } from '#web/features/views/view-menu.tsx'
import { ViewsSlot } from '#web/ui/table/views-slot.ts'

function InShell() {
  const { Shell } = Route.useRouteContext()
  return (
    <Shell notices={<Bell />} resources={<ResourceButton />}>
      <ViewsSlot value={ViewMenu}>
        <Outlet />
      </ViewsSlot>
      <AgreementModal />
      <ProofHost />
    </Shell>
  )
}

export const Route = createFileRoute('/_app')({ component: InShell })
