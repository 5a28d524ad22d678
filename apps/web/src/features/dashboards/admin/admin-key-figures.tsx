import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { Figure, useFigureLink } from '#web/features/dashboards/figure.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { formatChange } from './format-change.ts'

export type AdminDashboardData = Answer<'GET /api/v1/dashboards/admin/'>

/** Four key figures, compared with the previous period. */
export function AdminKeyFigures({ data }: { data: AdminDashboardData }) {
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
