import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { verdictOn } from '#web/lib/guard.ts'
import { loginAddress } from '#web/lib/leave.ts'
import type { RouterContext } from '#web/lib/router-context.ts'
import { session } from '#web/lib/session.ts'

/** Rarely needed, so not part of the first load. */
const NotFound = lazy(() =>
  import('#web/features/sessions/not-found-screen.tsx').then(({ NotFoundScreen }) => ({ default: NotFoundScreen })),
)

export const Route = createRootRouteWithContext<RouterContext>()({
  /** Guards every screen by the table that the menu and the server also read. */
  beforeLoad: ({ matches, location }) => {
    const route = matches.at(-1)
    // An unknown URL matches only the root.
    if (!route || route.routeId === '__root__') return
    const verdict = verdictOn(route.fullPath, session())
    if (verdict === 'login') throw redirect({ href: loginAddress(location.href), replace: true })
    if (verdict === 'unauthorized') throw redirect({ to: '/unauthorized', replace: true })
  },
  component: Outlet,
  notFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
})
