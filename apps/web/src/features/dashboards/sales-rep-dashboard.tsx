import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answer, ask } from '#web/lib/api.ts'
import { showCount } from '#web/lib/figures.ts'
import { useSession } from '#web/lib/session.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ReferralLink } from '#web/ui/referral-link.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from '#web/ui/section.tsx'
import { StageBars } from '#web/ui/stage-bars.tsx'
import { Stat, StatRow } from '#web/ui/stat.tsx'
import classes from './dashboards.module.css'
import { countPatients } from './patient-figures.ts'
import { TransactionsOverTime } from './transactions-over-time.tsx'
import { WhomToTurnTo } from './whom-to-turn-to.tsx'

type Brought = Answer<'GET /api/v1/dashboards/sales-rep/'>

function WhatYouBrought({ data }: { data: Brought }) {
  const thisMonth = data.transactions_by_month.at(-1)
  return (
    <Stack gap="xl">
      <Section title="Your referral links" lead="Centers that sign up with these links are assigned to you.">
        <div className={classes.links}>
          <ReferralLink label="Harvest center sign-up" value={data.links.harvest_center} fileName="harvest-center-sign-up" />
          <ReferralLink
            label="Referral harvest center sign-up"
            value={data.links.referral_harvest_center}
            fileName="referral-harvest-center-sign-up"
          />
        </div>
      </Section>
      <StatRow>
        <Stat label="Harvest centers" value={showCount(data.harvest_centers)} />
        <Stat label="Referral harvest centers" value={showCount(data.referral_harvest_centers)} />
        <Stat label="Patients" value={showCount(countPatients(data.patients_by_stage))} note="Of all your centers" />
        <Stat label="Transactions this month" value={showCount(thisMonth?.count ?? 0)} />
      </StatRow>
      <div className={`${classes.pair} ${classes.even}`}>
        <Section title="Transactions over time">
          <TransactionsOverTime months={data.transactions_by_month} />
        </Section>
        <Section title="Patients by stage">
          <StageBars counts={data.patients_by_stage} label="Patients of your centers by stage" />
        </Section>
      </div>
      <WhomToTurnTo />
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

export default function SalesRepDashboard() {
  const user = useSession()?.user
  const query = useQuery(ask('GET /api/v1/dashboards/sales-rep/'))
  return (
    <Screen title={user?.first_name ? `Welcome, ${user.first_name}` : 'Dashboard'}>
      <Loaded query={query} skeleton={skeleton}>
        {(data) => <WhatYouBrought data={data} />}
      </Loaded>
    </Screen>
  )
}
