import type { Answer } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { formatChange } from './format-change.ts'

export type Health = Answer<'GET /api/v1/dashboards/admin/'>

/** Four key figures, compared with the previous period. */
export function AdminFigures({ health }: { health: Health }) {
  const { sign_ups_30_days: now, sign_ups_previous_30_days: before } = health
  return (
    <StatRow>
      <Stat label="Patients" value={formatCount(health.patients)} note="In all centers" />
      <Stat label="Harvest centers" value={formatCount(health.harvest_centers)} note="Active accounts" />
      <Stat label="Sign-ups in 30 days" value={formatCount(now)} note={formatChange(now, before)} />
      <Stat
        label="Revenue this month"
        value={formatMoney(health.revenue_this_month)}
        note={`${formatMoney(health.revenue_last_month)} last month`}
      />
    </StatRow>
  )
}
