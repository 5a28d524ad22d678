import { createFileRoute } from '@tanstack/react-router'
import type { WorkingRole } from '@vialdesk/contract/roles'
import { stageFilters } from '#web/entities/patient/stages.ts'
import { userTabNames } from '#web/entities/user/user-tabs.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { session, useSession } from '#web/lib/session/session.ts'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'
import { prefetchHome } from './-home-data.ts'

/** The dashboard of each role. A user loads only their own. */
const dashboards: Record<WorkingRole, ReturnType<typeof lazyPart>> = {
  admin: lazyPart(async () => (await import('./-admin-home.tsx')).default),
  hc_staff: lazyPart(async () => (await import('./-staff-home.tsx')).default),
  harvest_center: lazyPart(async () => (await import('./-center-home.tsx')).default),
  lab: lazyPart(async () => (await import('./-lab-home.tsx')).default),
  patient: lazyPart(async () => (await import('./-patient-home.tsx')).default),
  referral_harvest_center: lazyPart(async () => (await import('./-referral-home.tsx')).default),
  sales_distributor: lazyPart(async () => (await import('./-distributor-home.tsx')).default),
  sales_manager: lazyPart(async () => (await import('./-manager-home.tsx')).default),
  sales_rep: lazyPart(async () => (await import('./-rep-home.tsx')).default),
}

function DashboardRoute() {
  const role = useSession()?.role
  // Observers have no dashboard: the guard has redirected them to their lab.
  if (role === undefined || role === 'observer') return null
  const Shown = dashboards[role]
  return <Shown />
}

/** The keys of all dashboards. */
const validateSearch = searchReader({
  search: asText,
  membership: asId,
  tag: asId,
  stage: asOneOf(...stageFilters),
  ...listSearch,
  user: asId,
  tab: asOneOf(...userTabNames),
  add: asOneOf('patient', 'harvest-center', 'lab', 'admin'),
  show: asOneOf('two-step'),
})

export const Route = createFileRoute('/_app/dashboard')({
  validateSearch,
  component: DashboardRoute,
  /** Starts to load code and data early. The shell does not wait for them. */
  loader: ({ context: { queryClient }, cause }) => {
    const viewer = session()
    if (!viewer?.role || viewer.role === 'observer') return
    void dashboards[viewer.role].preload()
    // A link that is only pointed at reads no data: each read of patients is on the record.
    if (cause === 'enter') void prefetchHome(queryClient, viewer)
  },
})
