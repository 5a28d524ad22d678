/** The dashboard of a sales manager or distributor: the team and its results. */
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SalesTeamDashboard } from '#web/features/dashboards/sales/sales-team-dashboard.tsx'
import { DistributorTeam, ManagerTeam } from '#web/features/sales/teams.tsx'
import { useSession } from '#web/lib/session/session.ts'

const teams = {
  manager: { path: '/add-sales-rep', add: 'Add Sales Rep', Team: ManagerTeam },
  distributor: { path: '/add-sales-manager', add: 'Add Sales Manager', Team: DistributorTeam },
} as const

export default function TeamHome() {
  const session = useSession()
  const { path, add, Team } = teams[session?.role === 'sales_distributor' ? 'distributor' : 'manager']
  const button = (
    <Button component={Link} to={path} leftSection={<IconUserPlus size={16} stroke={1.6} />}>
      {add}
    </Button>
  )
  return <SalesTeamDashboard actions={button}>{session && <Team id={session.user.id} />}</SalesTeamDashboard>
}
