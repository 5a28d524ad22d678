import { useSession } from '#web/lib/session/session.ts'
import { homeOf } from './homes.ts'

export function Dashboard() {
  // Observers have no dashboard: the guard has redirected them to their lab.
  const Shown = homeOf(useSession()?.role)?.Part
  return Shown && <Shown />
}
