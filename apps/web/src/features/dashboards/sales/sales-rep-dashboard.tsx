import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { salesRepFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { countPatients } from '#web/features/dashboards/count-patients.ts'
import classes from '#web/features/dashboards/dashboards.module.css'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { QrLink } from '#web/ui/text/qr-link.tsx'
import { ContactSection } from './contact-section.tsx'
import { TransactionsOverTime } from './transactions-over-time.tsx'

type RepDashboardData = Answer<'GET /api/v1/dashboards/sales-rep/'>

interface Props {
  /** The list of centers that signed up by the links. */
  signUps: ReactNode
}

function Overview({ data, signUps }: Props & { data: RepDashboardData }) {
  const thisMonth = data.transactions_by_month.at(-1)
  const link = useFigureLink()
  return (
    <Stack gap="xl">
      <PartByPart>
        <Section title="Your referral links" lead="Centers that sign up with these links are assigned to you.">
          <div className={classes.links}>
            <QrLink label="Harvest center sign-up" value={data.links.harvest_center} fileName="harvest-center-sign-up" />
            <QrLink
              label="Referral harvest center sign-up"
              value={data.links.referral_harvest_center}
              fileName="referral-harvest-center-sign-up"
            />
          </div>
        </Section>
        {signUps}
        <StatRow>
          <Stat label="Harvest centers" value={formatCount(data.harvest_centers)} link={link(salesRepFigures.harvest_centers)} />
          <Stat
            label="Referral harvest centers"
            value={formatCount(data.referral_harvest_centers)}
            link={link(salesRepFigures.referral_harvest_centers)}
          />
          <Stat
            label="Patients"
            value={formatCount(countPatients(data.patients_by_stage))}
            note="Of all your centers"
            link={link(salesRepFigures.patients_by_stage, { stage: undefined })}
          />
          <Stat
            label="Transactions this month"
            value={formatCount(thisMonth?.count ?? 0)}
            link={thisMonth && link(salesRepFigures.transactions_by_month, thisMonth)}
          />
        </StatRow>
        <div className={`${classes.pair} ${classes.even}`}>
          <Section title="Transactions over time">
            <TransactionsOverTime
              months={data.transactions_by_month}
              linkOf={(month) => link(salesRepFigures.transactions_by_month, month)}
            />
          </Section>
          <Section title="Patients by stage">
            <StageBars
              counts={data.patients_by_stage}
              label="Patients of your centers by stage"
              linkOf={(stage) => link(salesRepFigures.patients_by_stage, { stage })}
            />
          </Section>
        </div>
        <ContactSection />
      </PartByPart>
    </Stack>
  )
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={200} />
    <Skeleton h={96} />
    <Skeleton h={280} />
  </Stack>
)

export default function SalesRepDashboard({ signUps }: Props) {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/sales-rep/'))
  return (
    <Screen title={user?.first_name ? `Welcome, ${user.first_name}` : 'Dashboard'}>
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={skeleton}>
          {(data) => <Overview data={data} signUps={signUps} />}
        </Loaded>
      </Stack>
    </Screen>
  )
}
