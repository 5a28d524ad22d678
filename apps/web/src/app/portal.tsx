/** All screens, behind one router. The login page loads this file while the user types. */
import './portal-styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#web/lib/api/query-client.ts'
import { stopRequests } from '#web/lib/api/request.ts'
import { connectionIsLost, onConnectionChange } from '#web/lib/browser/connection.ts'
import { reloadPage } from '#web/lib/browser/load-page.ts'
import { followOtherTabs } from '#web/lib/session/session.ts'
import { prepareScreen } from '#web/routes/home/home-data.ts'
import { focusHeadings, focusNextHeading } from './focus-headings.ts'
import { reloadIfChanged, router } from './router.tsx'

export const Portal = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)

/** Begins to load a screen. */
export const prepare = (path: string) => prepareScreen(router, path)

/** Begins to load what all screens have in common. */
export const prepareShell = () => router.options.context.Shell.preload()

/** Listeners that live as long as the page. Call it once, before the portal is shown. */
export function startPortal(): void {
  focusHeadings()
  onConnectionChange(() => {
    // Failed lists load, and old ones are brought up to date.
    if (!connectionIsLost()) void queryClient.invalidateQueries()
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
}

/** Milliseconds for which the login, or the bar of the first frame, stays while the next screen loads. Longer, its skeleton is shown. */
const PATIENCE_MS = 250

/** A router that loads after its first render would render the whole screen again, in one long task. */
export const loadScreen = () => Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])

/** From the login page: the router begins with this path. Show the portal when this resolves: at once, it would be blank for a frame. */
export async function enter(path: string): Promise<void> {
  startPortal()
  router.history.push(path)
  reloadIfChanged()
  await loadScreen()
  focusNextHeading()
}
