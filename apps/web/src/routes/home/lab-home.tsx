/** The lab's dashboard: due patients, its centers, and the drawer for milestones. */
import { LabCenters } from '#web/features/centers/lab-centers.tsx'
import { LabDashboard } from '#web/features/dashboards/lab/lab-dashboard.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useUserDrawer } from '#web/routes/people/user-drawer.tsx'

export default function LabHome() {
  const id = useSession()?.user.id
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <LabDashboard onOpen={onOpen} centers={id && <LabCenters lab={id} />}>
      {drawer}
    </LabDashboard>
  )
}
