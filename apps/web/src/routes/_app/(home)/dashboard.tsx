import { createFileRoute } from '@tanstack/react-router'
import { session, useSession } from '#web/lib/session/session.ts'
import { prefetchHome } from './-home-data.ts'
import { homeOf } from './-homes.ts'

function DashboardRoute() {
  // Observers have no dashboard: the guard has redirected them to their lab.
  const Shown = homeOf(useSession()?.role)?.Part
  return Shown && <Shown />
}

export const Route = createFileRoute('/_app/(home)/dashboard')({
  // Most pages begin here, and a file of its own would be one more to wait for.
  codeSplitGroupings: [],
  component: DashboardRoute,
  /** Starts to load code and data early. The shell does not wait for them. */
  loader: ({ context: { queryClient }, cause }) => {
    const viewer = session()
    if (!viewer) return
    void homeOf(viewer.role)?.Part.preload()
    // A link that is only pointed at reads no data: each read of patients is on the record.
    if (cause === 'enter') void prefetchHome(queryClient, viewer)
  },
})
