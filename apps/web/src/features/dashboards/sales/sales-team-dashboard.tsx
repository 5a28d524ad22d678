import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { distributorFigures, salesManagerFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { countPatients } from '#web/features/dashboards/count-patients.ts'
import classes from '#web/features/dashboards/dashboards.module.css'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Later } from '#web/ui/layout/later.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { TransactionsOverTime } from './transactions-over-time.tsx'

type TeamDashboardData = Answer<'GET /api/v1/dashboards/sales-team/'>

/** Managers and distributors have different lists. */
const useFigures = () => (useSession()?.role === 'sales_distributor' ? distributorFigures : salesManagerFigures)

function KeyFigures({ data }: { data: TeamDashboardData }) {
  const figures = useFigures()
  const link = useFigureLink()
  const thisMonth = data.transactions_by_month.at(-1)
  return (
    <StatRow>
      {data.sales_managers !== undefined && (
        <Stat label="Sales managers" value={formatCount(data.sales_managers)} link={link(figures.sales_managers)} />
      )}
      <Stat label="Sales reps" value={formatCount(data.sales_reps)} link={link(figures.sales_reps)} />
      <Stat label="Harvest centers" value={formatCount(data.harvest_centers)} link={link(figures.harvest_centers)} />
      <Stat
        label="Referral centers"
        value={formatCount(data.referral_harvest_centers)}
        link={link(figures.referral_harvest_centers)}
      />
      <Stat
        label="Patients"
        value={formatCount(countPatients(data.patients_by_stage))}
        note="Of your team"
        link={link(figures.patients_by_stage, { stage: undefined })}
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

function Progress({ data }: { data: TeamDashboardData }) {
  const figures = useFigures()
  const link = useFigureLink()
  return (
    <div className={`${classes.pair} ${classes.even}`}>
      <Section title="Transactions over time" lead="Sales that were made in your team.">
        <TransactionsOverTime
          months={data.transactions_by_month}
          linkOf={(month) => link(figures.transactions_by_month, month)}
        />
      </Section>
      <Section title="Patients by stage" lead="Of all centers of your team.">
        <StageBars
          counts={data.patients_by_stage}
          label="Patients of your team by stage"
          linkOf={(stage) => link(figures.patients_by_stage, { stage })}
        />
      </Section>
    </div>
  )
}

interface Props {
  actions: ReactNode
  /** The people of the team. */
  children: ReactNode
}

/** Results and members of a sales team. */
export function SalesTeamDashboard({ actions, children }: Props) {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/sales-team/'))
  return (
    <Screen title={user?.first_name ? `Welcome, ${user.first_name}` : 'Dashboard'} actions={actions}>
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={<Skeleton h={96} />}>
          {(data) => <KeyFigures data={data} />}
        </Loaded>
        {children}
        {query.data && (
          <Later>
            <Progress data={query.data} />
          </Later>
        )}
      </Stack>
    </Screen>
  )
}
