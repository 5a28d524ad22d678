import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '#web/lib/api.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from '#web/ui/section.tsx'
import { StageBars } from '#web/ui/stage-bars.tsx'
import { AdminFigures, type Health } from './admin-figures.tsx'
import { RevenueByMonth, RevenueByProduct } from './admin-revenue.tsx'
import classes from './dashboards.module.css'
import { LabelsWaiting } from './labels-waiting.tsx'
import { PaymentsWaiting } from './payments-waiting.tsx'

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={104} />
    <Skeleton h={300} />
  </Stack>
)

function AtAGlance({ health }: { health: Health }) {
  return (
    <Stack gap="xl">
      <PaymentsWaiting count={health.payments_to_review} />
      <LabelsWaiting count={health.labels_waiting} />
      <AdminFigures health={health} />
      <Section title="Revenue by month">
        <RevenueByMonth months={health.revenue_by_month} />
      </Section>
      <div className={`${classes.pair} ${classes.even}`}>
        <Section title="Patients by stage">
          <StageBars counts={health.patients_by_stage} label="Patients by stage" />
        </Section>
        <Section title="Revenue by product">
          <RevenueByProduct products={health.revenue_by_product} />
        </Section>
      </div>
    </Stack>
  )
}

interface Props {
  actions: ReactNode
  /** The users table. */
  children: ReactNode
}

/** Key figures of the business above the list of all users. */
export function AdminDashboard({ actions, children }: Props) {
  const query = useQuery(ask('GET /api/v1/dashboards/admin/'))
  return (
    <Screen title="Dashboard" actions={actions}>
      <Stack gap="xl">
        <Loaded query={query} skeleton={skeleton}>
          {(health) => <AtAGlance health={health} />}
        </Loaded>
        {children}
      </Stack>
    </Screen>
  )
}
