/** The dashboard of each role: its code and its main data. A user loads only their own. */
import type { WorkingRole } from '@vialdesk/contract/roles'
import { type Read, readEarly, readOf } from '#web/lib/api/early-reads.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import type { BrowserSession } from '#web/lib/session/session.ts'

interface Home {
  Part: ReturnType<typeof lazyPart>
  /** `id` is the user's. */
  reads: (id: number) => Read[]
}

const homes: Record<WorkingRole, Home> = {
  admin: {
    Part: lazyPart(async () => (await import('./-admin-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/admin/')],
  },
  hc_staff: {
    Part: lazyPart(async () => (await import('./-staff-home.tsx')).default),
    reads: (id) => [readOf('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id } })],
  },
  harvest_center: {
    Part: lazyPart(async () => (await import('./-center-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/harvest-center/')],
  },
  lab: {
    Part: lazyPart(async () => (await import('./-lab-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/lab/')],
  },
  patient: {
    Part: lazyPart(async () => (await import('./-patient-home.tsx')).default),
    reads: (id) => [
      readOf('GET /api/v1/dashboards/patient/'),
      readOf('GET /api/v1/documents/list/{id}/', { params: { id } }),
      // The days of the last two steps of the journey.
      ...(['added', 'shipped'] as const).map((type) =>
        readOf('GET /api/v1/vials-history/user/{id}/', { params: { id }, query: { limit: 1, type } }),
      ),
    ],
  },
  referral_harvest_center: {
    Part: lazyPart(async () => (await import('./-referral-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/referral-center/')],
  },
  sales_distributor: {
    Part: lazyPart(async () => (await import('./-distributor-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/sales-team/')],
  },
  sales_manager: {
    Part: lazyPart(async () => (await import('./-manager-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/sales-team/')],
  },
  sales_rep: {
    Part: lazyPart(async () => (await import('./-rep-home.tsx')).default),
    reads: () => [readOf('GET /api/v1/dashboards/sales-rep/')],
  },
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
