import { createRouter } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { stopRequests } from '#web/lib/api/request.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { reloadPage } from '#web/lib/browser/load-page.ts'
import { portalHasChanged } from '#web/lib/browser/portal-update.ts'
import { pageTitle, screenTitle } from '#web/lib/session/page-title.ts'
import { followOtherTabs } from '#web/lib/session/session.ts'
import { routeTree } from '../routeTree.gen.ts'
import { RouteFailed } from './route-failed.tsx'

const Shell = lazyPart(() => import('./shell/shell.tsx').then((module) => module.Shell))

export const router = createRouter({
  routeTree,
  context: { queryClient, Shell },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingMinMs: 400,
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

let comparing: AbortController | undefined

/** `main.tsx` has checked the first navigation before the first render. */
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return
  comparing?.abort()
  comparing = new AbortController()
  void portalHasChanged(comparing.signal).then((must) => must && reloadPage())
})

router.subscribe('onResolved', () => {
  const route = router.state.matches.at(-1)
  document.title = pageTitle(route?.routeId === '/_app/$' ? 'Page not found' : screenTitle(route?.fullPath))
})

/** Another user in another tab: reload, so that no data of the earlier account stays on screen. */
followOtherTabs((isSameUser) => {
  if (isSameUser) {
    queryClient.clear()
    void router.invalidate()
  } else {
    stopRequests()
    reloadPage()
  }
})
