import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { type BrowserSession, session } from '#web/lib/session/session.ts'
import { homeOf, readsOfHome } from './homes.ts'

/** Asks for the data of the dashboard while its code is loading. */
export async function prefetchHome(client: QueryClient, { role, user }: BrowserSession): Promise<void> {
  const home = homeOf(role)
  if (!home) return
  const current = await client.fetchQuery(apiQuery('GET /auth/session/')).catch(() => undefined)
  // While two-step sign-in is due, the server refuses all other calls, and a refusal would leave the page.
  if (current?.two_step_due !== false) return
  await Promise.all(readsOfHome(home, user).map(({ key, input }) => client.prefetchQuery(apiQuery(key as never, input as never))))
}

/** Begins to load the code of a screen; for the home screen of a user who has just logged in, its data, too. */
export function prepareScreen(router: AnyRouter, path: string): void {
  const viewer = session()
  if (viewer && path === homePath(viewer)) void prefetchHome(router.options.context.queryClient, viewer)
  void router.preloadRoute({ to: path.split(/[?#]/)[0] })
}
