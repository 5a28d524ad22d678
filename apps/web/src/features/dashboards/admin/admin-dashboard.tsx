import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import classes from '#web/features/dashboards/dashboards.module.css'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { OrdersToShipAlert } from '#web/features/dashboards/orders-to-ship-alert.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { type AdminDashboardData, AdminKeyFigures } from './admin-key-figures.tsx'
import { RevenueByMonth, RevenueByProduct } from './admin-revenue.tsx'
import { FailedDocumentsAlert } from './failed-documents-alert.tsx'
import { PaymentsToReviewAlert } from './payments-to-review-alert.tsx'
import { PendingLabelsAlert } from './pending-labels-alert.tsx'

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={104} />
    <Skeleton h={300} />
  </Stack>
)

function Overview({ data }: { data: AdminDashboardData }) {
  const link = useFigureLink()
  return (
    <Stack gap="xl">
      <PartByPart>
        <PaymentsToReviewAlert count={data.payments_to_review} />
        <FailedDocumentsAlert count={data.failed_documents} />
        <PendingLabelsAlert count={data.labels_waiting} />
        <OrdersToShipAlert count={data.orders_to_ship} />
        <AdminKeyFigures data={data} />
        <Section title="Revenue by month">
          <RevenueByMonth months={data.revenue_by_month} />
        </Section>
        <div className={`${classes.pair} ${classes.even}`}>
          <Section title="Patients by stage">
            <StageBars
              counts={data.patients_by_stage}
              label="Patients by stage"
              linkOf={(stage) => link(adminFigures.patients_by_stage, { stage })}
            />
          </Section>
          <Section title="Revenue by product">
            <RevenueByProduct products={data.revenue_by_product} />
          </Section>
        </div>
      </PartByPart>
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
  const query = useQuery(apiQuery('GET /api/v1/dashboards/admin/'))
  return (
    <Screen title="Dashboard" actions={actions}>
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={skeleton}>
          {(data) => <Overview data={data} />}
        </Loaded>
        {children}
      </Stack>
    </Screen>
  )
}
