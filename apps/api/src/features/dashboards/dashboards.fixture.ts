/** Helpers for tests of the dashboards. */
import type { Stage } from '@vialdesk/contract/patients'
import type { TestPortal } from '#api/testing/test-portal.ts'

/** The first day of the month `months` ago, in the domain's time zone. */
export async function monthBack({ owner }: TestPortal, months: number): Promise<string> {
  const { rows } = await owner.query(
    `select (date_trunc('month', now() at time zone 'America/New_York') - make_interval(months => $1))::date as day`,
    [months],
  )
  return rows[0].day
}

/** The counts of the stages that have patients. */
export const stagesOf = (dashboard: { patients_by_stage: { stage: Stage; count: number }[] }) =>
  Object.fromEntries(dashboard.patients_by_stage.filter((each) => each.count > 0).map((each) => [each.stage, each.count]))
