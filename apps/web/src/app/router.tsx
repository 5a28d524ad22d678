import { createRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pageTitle, titleOf } from '#web/lib/page-title.ts'
import { askWhetherToReload } from '#web/lib/portal-check.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sayFarewell } from '#web/lib/request.ts'
import { followOtherTabs } from '#web/lib/session.ts'
import { routeTree } from '../routeTree.gen.ts'

const Shell = lazy(() => import('./shell/shell.tsx').then(({ Shell }) => ({ default: Shell })))

/** What few ever see does not load first; it is fetched with the first quiet moment, before there is anything that could fail. */
const loadFailed = () => import('./route-failed.tsx').then(({ RouteFailed }) => ({ default: RouteFailed }))
const LazyFailed = lazy(loadFailed)
setTimeout(() => void loadFailed(), 3000)

const RouteFailed = (props: ErrorComponentProps) => (
  <Suspense>
    <LazyFailed {...props} />
  </Suspense>
)

export const router = createRouter({
  routeTree,
  context: { queryClient, Shell },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingMinMs: 400,
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
  // An address that leads nowhere matches the root alone, never a part of another screen.
  notFoundMode: 'root',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

let comparing: AbortController | undefined

/** The first navigation was compared by the page itself, before anything was drawn. */
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return
  comparing?.abort()
  comparing = new AbortController()
  void askWhetherToReload(comparing.signal).then((must) => must && location.reload())
})

router.subscribe('onResolved', () => {
  const route = router.state.matches.at(-1)
  // The root alone is no screen, though its path is the login's.
  document.title = pageTitle(titleOf(route?.routeId === '__root__' ? undefined : route?.fullPath))
})

/** What is on the screen of one account goes with its page before the next one shows. */
followOtherTabs((isSameUser) => {
  if (isSameUser) {
    queryClient.clear()
    void router.invalidate()
  } else {
    sayFarewell()
    location.reload()
  }
})
