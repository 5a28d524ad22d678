import { createFileRoute, Outlet } from '@tanstack/react-router'

function InShell() {
  const { Shell } = Route.useRouteContext()
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export const Route = createFileRoute('/_app')({ component: InShell })
