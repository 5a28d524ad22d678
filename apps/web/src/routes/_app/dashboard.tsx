import { createFileRoute } from '@tanstack/react-router'
import type { WorkingRole } from '@vialdesk/contract/roles'
import { type ComponentType, lazy } from 'react'
import { stages } from '#web/entities/patient/stages.ts'
import { userTabNames } from '#web/entities/user/user-tabs.ts'
import { useSession } from '#web/lib/session/session.ts'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

/** The dashboard of each role. A user loads only their own. */
const dashboards: Record<WorkingRole, ComponentType> = {
  admin: lazy(() => import('./-admin-home.tsx')),
  hc_staff: lazy(() => import('#web/features/centers/staff-dashboard.tsx')),
  harvest_center: lazy(() => import('./-center-home.tsx')),
  lab: lazy(() => import('./-lab-home.tsx')),
  patient: lazy(() => import('./-patient-home.tsx')),
  referral_harvest_center: lazy(() => import('./-referral-home.tsx')),
  sales_distributor: lazy(() => import('./-distributor-home.tsx')),
  sales_manager: lazy(() => import('./-manager-home.tsx')),
  sales_rep: lazy(() => import('./-rep-home.tsx')),
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
  stage: asOneOf(...stages),
  ...listSearch,
  user: asId,
  tab: asOneOf(...userTabNames),
  add: asOneOf('patient', 'harvest-center', 'lab', 'admin'),
  show: asOneOf('two-step'),
})

export const Route = createFileRoute('/_app/dashboard')({ validateSearch, component: DashboardRoute })
