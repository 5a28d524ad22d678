import { createRootRouteWithContext, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { useActivity, useEndOfStart } from '#web/lib/browser/activity.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import type { RouterContext } from '#web/lib/session/router-context.ts'
import { screenVerdict } from '#web/lib/session/screen-verdict.ts'
import { session } from '#web/lib/session/session.ts'

function Root() {
  useEndOfStart()
  useActivity(useRouterState({ select: ({ isLoading, status }) => isLoading || status === 'pending' }))
  return <Outlet />
}

export const root = createRootRouteWithContext<RouterContext>()({
  /** Guards every screen by the table that the menu and the server also read. */
  beforeLoad: ({ matches, location }) => {
    const route = matches.at(-1)
    // An unknown URL is no screen.
    if (!route || route.routeId === '__root__' || route.routeId === '/_app/$') return
    const verdict = screenVerdict(route.fullPath, session())
    if (verdict === 'login') throw redirect({ href: loginPath(location.href), replace: true })
    if (verdict === 'unauthorized') throw redirect({ to: '/unauthorized', replace: true })
  },
  component: Root,
})
