import { Skeleton, Stack } from '@mantine/core'
import { IconAlertCircle, IconFileAlert, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { CountAlert } from '#web/features/dashboards/count-alert.tsx'
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

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={104} />
    <Skeleton h={300} />
  </Stack>
)

/** What waits for an admin, above everything else. */
function Waiting({ data }: { data: AdminDashboardData }) {
  const link = useFigureLink()
  return (
    <>
      <CountAlert
        count={data.payments_to_review}
        color="yellow"
        icon={<IconAlertCircle size={18} />}
        text={['1 payment needs review', (count) => `${count} payments need review`]}
        link={link(adminFigures.payments_to_review)}
        action="Review"
      />
      <CountAlert
        count={data.failed_documents}
        color="red"
        icon={<IconFileAlert size={18} />}
        text={['1 document could not be sent or sealed', (count) => `${count} documents could not be sent or sealed`]}
        link={link(adminFigures.failed_documents)}
        action="Review"
      />
      <CountAlert
        count={data.labels_waiting}
        color="blue"
        icon={<IconTruckDelivery size={18} />}
        text={['1 label request pending', (count) => `${count} label requests pending`]}
        link={link(adminFigures.labels_waiting)}
        action="View"
      />
      <OrdersToShipAlert count={data.orders_to_ship} />
    </>
  )
}

function Overview({ data }: { data: AdminDashboardData }) {
  const link = useFigureLink()
  return (
    <Stack gap="xl">
      <PartByPart>
        <Waiting data={data} />
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
