import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AgreementModal } from '#web/features/onboarding/agreement-modal.tsx'

function InShell() {
  const { Shell } = Route.useRouteContext()
  return (
    <Shell>
      <Outlet />
      <AgreementModal />
    </Shell>
  )
}

export const Route = createFileRoute('/_app')({ component: InShell })
