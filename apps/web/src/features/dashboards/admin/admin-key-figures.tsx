import { adminFigures } from '@vialdesk/contract/dashboard-links'
import { useFigureLink } from '#web/features/dashboards/figure-link.ts'
import type { Answer } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
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
      <Stat label="Patients" value={formatCount(data.patients)} note="In all centers" link={link(adminFigures.patients)} />
      <Stat
        label="Harvest centers"
        value={formatCount(data.harvest_centers)}
        note="Active accounts"
        link={link(adminFigures.harvest_centers)}
      />
      <Stat
        label="Sign-ups in 30 days"
        value={formatCount(now)}
        note={formatChange(now, before)}
        link={link(adminFigures.sign_ups_30_days)}
      />
      <Stat
        link={link(adminFigures.revenue_this_month)}
        label="Revenue this month"
        value={formatMoney(data.revenue_this_month)}
        note={`${formatMoney(data.revenue_last_month)} last month`}
      />
    </StatRow>
  )
}
