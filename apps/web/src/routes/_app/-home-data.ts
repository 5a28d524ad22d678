import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { WorkingRole } from '@vialdesk/contract/roles'
import { apiQuery } from '#web/lib/api/api.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { type BrowserSession, session } from '#web/lib/session/session.ts'

/** The main data of each dashboard. */
const mainData: Record<WorkingRole, (client: QueryClient, id: number) => Promise<void>> = {
  admin: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/admin/')),
  harvest_center: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/harvest-center/')),
  hc_staff: (client, id) => client.prefetchQuery(apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id } })),
  lab: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/lab/')),
  patient: async (client, id) => {
    await Promise.all([
      client.prefetchQuery(apiQuery('GET /api/v1/dashboards/patient/')),
      client.prefetchQuery(apiQuery('GET /api/v1/documents/list/{id}/', { params: { id } })),
    ])
  },
  referral_harvest_center: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/referral-center/')),
  sales_distributor: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/sales-team/')),
  sales_manager: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/sales-team/')),
  sales_rep: (client) => client.prefetchQuery(apiQuery('GET /api/v1/dashboards/sales-rep/')),
}

/** Asks for the data of the dashboard while its code is loading. */
export async function prefetchHome(client: QueryClient, { role, user }: BrowserSession): Promise<void> {
  if (role === undefined || role === 'observer') return
  const current = await client.fetchQuery(apiQuery('GET /auth/session/')).catch(() => undefined)
  // While two-step sign-in is due, the server refuses all other calls, and a refusal would leave the page.
  if (current?.two_step_due !== false) return
  await Promise.all([mainData[role](client, user.id), client.prefetchQuery(apiQuery('GET /api/v1/dashboards/first-run/'))])
}

/** Begins to load the code of a screen; for the home screen of a user who has just logged in, its data, too. */
export function prepareScreen(router: AnyRouter, path: string): void {
  const viewer = session()
  if (viewer && path === homePath(viewer)) void prefetchHome(router.options.context.queryClient, viewer)
  void router.preloadRoute({ to: path.split(/[?#]/)[0] })
}
