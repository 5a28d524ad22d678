import type { Answer } from '#web/lib/api.ts'
import { showCount } from '#web/lib/figures.ts'
import { showMoney } from '#web/lib/money.ts'
import { Stat, StatRow } from '#web/ui/stat.tsx'
import { changeInWords } from './change.ts'

export type Health = Answer<'GET /api/v1/dashboards/admin/'>

/** Four key figures, compared with the previous period. */
export function AdminFigures({ health }: { health: Health }) {
  const { sign_ups_30_days: now, sign_ups_previous_30_days: before } = health
  return (
    <StatRow>
      <Stat label="Patients" value={showCount(health.patients)} note="In all centers" />
      <Stat label="Harvest centers" value={showCount(health.harvest_centers)} note="Active accounts" />
      <Stat label="Sign-ups in 30 days" value={showCount(now)} note={changeInWords(now, before)} />
      <Stat
        label="Revenue this month"
        value={showMoney(health.revenue_this_month)}
        note={`${showMoney(health.revenue_last_month)} last month`}
      />
    </StatRow>
  )
}
