/** The manager's dashboard: the team and its results. */
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SalesTeamDashboard } from '#web/features/dashboards/sales/sales-team-dashboard.tsx'
import { ManagerTeam } from '#web/features/sales/teams.tsx'
import { useSession } from '#web/lib/session/session.ts'

export default function ManagerHome() {
  const id = useSession()?.user.id
  const add = (
    <Button component={Link} to="/add-sales-rep" leftSection={<IconUserPlus size={16} stroke={1.6} />}>
      Add Sales Rep
    </Button>
  )
  return <SalesTeamDashboard actions={add}>{id && <ManagerTeam id={id} />}</SalesTeamDashboard>
}
