/** The dashboard of each role: its code and its main data. A user loads only their own. */
import type { WorkingRole } from '@vialdesk/contract/base/roles'
import type { ComponentType } from 'react'
import { type Read, readEarly, readOf } from '#web/lib/api/early-reads.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import type { BrowserSession } from '#web/lib/session/session.ts'

interface Home {
  Part: ReturnType<typeof lazyPart>
  /** `id` is the user's. */
  reads: (id: number) => Read[]
}

const home = (load: () => Promise<{ default: ComponentType }>, reads: Home['reads']): Home => ({
  Part: lazyPart(async () => (await load()).default),
  reads,
})

const teamHome = home(
  () => import('./team-home.tsx'),
  () => [readOf('GET /api/v1/dashboards/sales-team/')],
)

const homes: Record<WorkingRole, Home> = {
  admin: home(
    () => import('./admin-home.tsx'),
    () => [readOf('GET /api/v1/dashboards/admin/')],
  ),
  hc_staff: home(
    () => import('./staff-home.tsx'),
    (id) => [readOf('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id } })],
  ),
  harvest_center: home(
    () => import('./center-home.tsx'),
    () => [readOf('GET /api/v1/dashboards/harvest-center/')],
  ),
  lab: home(
    () => import('./lab-home.tsx'),
    () => [readOf('GET /api/v1/dashboards/lab/')],
  ),
  patient: home(
    () => import('./patient-home.tsx'),
    (id) => [
      readOf('GET /api/v1/dashboards/patient/'),
      readOf('GET /api/v1/documents/list/{id}/', { params: { id } }),
      // The days of the last two steps of the journey.
      ...(['added', 'shipped'] as const).map((type) =>
        readOf('GET /api/v1/vials-history/user/{id}/', { params: { id }, query: { limit: 1, type } }),
      ),
    ],
  ),
  referral_harvest_center: home(
    () => import('./referral-home.tsx'),
    () => [readOf('GET /api/v1/dashboards/referral-center/')],
  ),
  sales_distributor: teamHome,
  sales_manager: teamHome,
  sales_rep: home(
    () => import('./rep-home.tsx'),
    () => [readOf('GET /api/v1/dashboards/sales-rep/')],
  ),
}

/** Undefined for roles without a dashboard. */
export const homeOf = (role: BrowserSession['role']): Home | undefined =>
  role === undefined || role === 'observer' ? undefined : homes[role]

/** The data with which the dashboard begins. */
export const readsOfHome = (home: Home, user: BrowserSession['user']): Read[] => [
  ...home.reads(user.id),
  readOf('GET /api/v1/dashboards/first-run/'),
]

/** For a page that begins with the dashboard, as most do: asks for its data and code together with the code of the portal. Each step takes some ms. */
export function stepsOfHome({ role, user }: BrowserSession): (() => void)[] {
  const home = homeOf(role)
  if (!home) return []
  const reads = [readOf('GET /auth/session/'), ...readsOfHome(home, user)]
  return [...reads.map((read) => () => void readEarly(read)), () => void home.Part.preload()]
}
