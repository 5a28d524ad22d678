/** The dashboard of staff: the centers to enter. */
import StaffDashboard from '#web/features/centers/staff-dashboard.tsx'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'

export default function StaffHome() {
  return <StaffDashboard firstSteps={<FirstRun />} />
}
