import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Bell } from '#web/features/notices/bell.tsx'
import { AgreementModal } from '#web/features/onboarding/agreement/agreement-modal.tsx'

function InShell() {
  const { Shell } = Route.useRouteContext()
  return (
    <Shell notices={<Bell />}>
      <Outlet />
      <AgreementModal />
    </Shell>
  )
}

export const Route = createFileRoute('/_app')({ component: InShell })
