import { createRouter } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { reloadPage } from '#web/lib/browser/load-page.ts'
import { portalHasChanged } from '#web/lib/browser/portal-update.ts'
import { pageTitle, screenTitle } from '#web/lib/session/page-title.ts'
import { routeTree } from '../routes/tree.ts'
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

/** Reloads the page if the server has another build or configuration now. */
export function reloadIfChanged(): void {
  comparing?.abort()
  comparing = new AbortController()
  void portalHasChanged(comparing.signal).then((must) => must && reloadPage())
}

/** `main.ts` has checked the first navigation before the first render. */
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) reloadIfChanged()
})

router.subscribe('onResolved', () => {
  const route = router.state.matches.at(-1)
  document.title = pageTitle(route?.routeId === '/_app/$' ? 'Page not found' : screenTitle(route?.fullPath))
})
