import { useQuery } from '@tanstack/react-query'
import { distributorFigures, salesManagerFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { countPatients } from '#web/features/dashboards/count-patients.ts'
import { Dashboard, useWelcome } from '#web/features/dashboards/dashboard.tsx'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Later } from '#web/ui/layout/later.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { SalesProgress } from './sales-progress.tsx'

const CALL = 'GET /api/v1/dashboards/sales-team/'

/** Managers and distributors have different lists. */
const useFigures = () => (useSession()?.role === 'sales_distributor' ? distributorFigures : salesManagerFigures)

function KeyFigures({ data }: { data: Answer<typeof CALL> }) {
  const figures = useFigures()
  const link = useFigureLink()
  const thisMonth = data.transactions_by_month.at(-1)
  return (
    <StatRow>
      {data.sales_managers !== undefined && (
        <Figure of={figures.sales_managers} label="Sales managers" count={data.sales_managers} />
      )}
      <Figure of={figures.sales_reps} label="Sales reps" count={data.sales_reps} />
      <Figure of={figures.harvest_centers} label="Harvest centers" count={data.harvest_centers} />
      <Figure of={figures.referral_harvest_centers} label="Referral centers" count={data.referral_harvest_centers} />
      <Figure
        of={figures.patients_by_stage}
        row={{ stage: undefined }}
        label="Patients"
        count={countPatients(data.patients_by_stage)}
        note="Of your team"
      />
      <Stat
        label="Transactions"
        value={formatCount(thisMonth?.count ?? 0)}
        note="This month"
        link={thisMonth && link(figures.transactions_by_month, thisMonth)}
      />
    </StatRow>
  )
}

const leads = { transactions: 'Sales that were made in your team.', patients: 'Of all centers of your team.' }

/** Below the people of the team, who do not wait for it. */
function Progress() {
  const { data } = useQuery(apiQuery(CALL))
  const figures = useFigures()
  return (
    data && (
      <Later>
        <SalesProgress data={data} figures={figures} of="your team" leads={leads} />
      </Later>
    )
  )
}

interface Props {
  actions: ReactNode
  /** The people of the team. */
  children: ReactNode
}

/** Results and members of a sales team. */
export const SalesTeamDashboard = ({ actions, children }: Props) => (
  <Dashboard
    title={useWelcome('Dashboard')}
    actions={actions}
    call={CALL}
    skeleton={{ heights: [96] }}
    overview={(data) => <KeyFigures data={data} />}
    below={
      <>
        {children}
        <Progress />
      </>
    }
  />
)
