import { IconAlertCircle, IconFileAlert, IconTruckDelivery } from '@tabler/icons-react'
import { adminFigures } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { CountAlert, OrdersToShipAlert } from '#web/features/dashboards/count-alert.tsx'
import { Dashboard, Pair } from '#web/features/dashboards/dashboard.tsx'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import { MonthChart } from '#web/features/dashboards/month-chart.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { BarList } from '#web/ui/charts/bar-list.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'

const PERIOD = 'previous 30 days'

/** The change of a figure against the previous 30 days; a percentage needs a figure above zero to compare with. */
export function formatChange(now: number, before: number): string {
  if (before === 0) return `None in ${PERIOD}`
  const against = `${PERIOD} (${formatCount(before)})`
  if (now === before) return `Same as ${PERIOD}`
  const percent = (Math.abs(now - before) / before) * 100
  return `${percent < 1 ? 'Under 1' : formatCount(Math.round(percent))}% ${now > before ? 'more' : 'fewer'} than ${against}`
}

type AdminDashboardData = Answer<'GET /api/v1/dashboards/admin/'>

/** What waits for an admin, above everything else. */
function Waiting({ data }: { data: AdminDashboardData }) {
  return (
    <>
      <CountAlert
        count={data.payments_to_review}
        color="yellow"
        icon={<IconAlertCircle size={18} />}
        text={['1 payment needs review', (count) => `${count} payments need review`]}
        figure={adminFigures.payments_to_review}
        action="Review"
      />
      <CountAlert
        count={data.failed_documents}
        color="red"
        icon={<IconFileAlert size={18} />}
        text={['1 document could not be sent or sealed', (count) => `${count} documents could not be sent or sealed`]}
        figure={adminFigures.failed_documents}
        action="Review"
      />
      <CountAlert
        count={data.labels_waiting}
        color="blue"
        icon={<IconTruckDelivery size={18} />}
        text={['1 label request pending', (count) => `${count} label requests pending`]}
        figure={adminFigures.labels_waiting}
        action="View"
      />
      <OrdersToShipAlert count={data.orders_to_ship} />
    </>
  )
}

/** Four key figures, compared with the previous period. */
function KeyFigures({ data }: { data: AdminDashboardData }) {
  const { sign_ups_30_days: now, sign_ups_previous_30_days: before } = data
  const link = useFigureLink()
  return (
    <StatRow>
      <Figure of={adminFigures.patients} label="Patients" count={data.patients} note="In all centers" />
      <Figure of={adminFigures.harvest_centers} label="Harvest centers" count={data.harvest_centers} note="Active accounts" />
      <Figure of={adminFigures.sign_ups_30_days} label="Sign-ups in 30 days" count={now} note={formatChange(now, before)} />
      <Stat
        link={link(adminFigures.revenue_this_month)}
        label="Revenue this month"
        value={formatMoney(data.revenue_this_month)}
        note={`${formatMoney(data.revenue_last_month)} last month`}
      />
    </StatRow>
  )
}

const noRevenue = { title: 'No revenue yet', hint: 'Revenue appears here after the first purchase.' }

function RevenueByProduct({ products }: { products: AdminDashboardData['revenue_by_product'] }) {
  const link = useFigureLink()
  if (products.length === 0) return <EmptyState {...noRevenue} />
  const bars = products
    .toSorted((a, b) => b.amount - a.amount)
    .map((row) => ({
      key: row.product,
      label: row.product,
      value: row.amount,
      text: `${formatMoney(row.amount)} · ${row.count}×`,
      link: link(adminFigures.revenue_by_product, row),
    }))
  return <BarList label="Revenue by product" bars={bars} />
}

const overviewOf = (data: AdminDashboardData) => (
  <PartByPart>
    <Waiting data={data} />
    <KeyFigures data={data} />
    <Section title="Revenue by month">
      <MonthChart
        label="Revenue by month"
        measure="Revenue"
        months={data.revenue_by_month}
        figure={adminFigures.revenue_by_month}
        empty={noRevenue}
      />
    </Section>
    <Pair even>
      <Section title="Patients by stage">
        <StageBars counts={data.patients_by_stage} label="Patients by stage" figure={adminFigures.patients_by_stage} />
      </Section>
      <Section title="Revenue by product">
        <RevenueByProduct products={data.revenue_by_product} />
      </Section>
    </Pair>
  </PartByPart>
)

interface Props {
  actions: ReactNode
  /** The users table. */
  children: ReactNode
}

/** Key figures of the business above the list of all users. */
export const AdminDashboard = ({ actions, children }: Props) => (
  <Dashboard
    title="Dashboard"
    actions={actions}
    call="GET /api/v1/dashboards/admin/"
    skeleton={{ heights: [104, 300] }}
    overview={overviewOf}
    below={children}
  />
)
