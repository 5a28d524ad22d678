/** The filters of lists of patients, as conditions on `patient_stages p`. */
import { type AllPatientsFilter, type DueFilter, processingStages, type Stage } from '@vialdesk/contract/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Order, sortedMatches } from '#api/db/sorted-paging.ts'
import { centersOfLab } from '#api/features/accounts/visibility/visible.queries.ts'

type Filter = Partial<AllPatientsFilter>

/** The stages that a filter stands for. */
export const stagesOf = (stage: Filter['stage']): readonly Stage[] | undefined =>
  stage === 'in_processing' ? processingStages : stage && [stage]

/** Whether the filter has more than a stage and a search text. */
export const isNarrow = ({
  due,
  arrived,
  harvest_center_id,
  referral_harvest_center_id,
  lab_id,
  sales_rep_id,
}: Filter): boolean =>
  [due, arrived, harvest_center_id, referral_harvest_center_id, lab_id, sales_rep_id].some((part) => part !== undefined)

/** For `pageOfMatches`: patients by due date are ordered by it, the longest overdue first; all others by age, or as the reader asks. */
export const matchesInOrder = ({ due }: Filter, sorted: Order | undefined) =>
  !sorted && due ? { column: ', p.due', order: 'due, id' } : sortedMatches(sorted)

/** The first day of each filter, and the day after its last day, counted from today. */
const dueDays: Record<DueFilter, { from?: number; until: number }> = {
  overdue: { until: 0 },
  this_week: { from: 0, until: 7 },
  soon: { until: 15 },
}

/** Today in the domain's time zone. */
export const todayOf = (db: Db): RawBuilder<string> =>
  sql`(select (now() at time zone d.time_zone)::date from domains d where d.id = ${db.domainId})`

function isDue(db: Db, due: DueFilter): RawBuilder<unknown> {
  const { from, until } = dueDays[due]
  const begun = from === undefined ? sql`` : sql`and p.due >= ${todayOf(db)} + ${sql.lit(from)}`
  return sql`p.due < ${todayOf(db)} + ${sql.lit(until)} ${begun}`
}

/** Each condition begins with "and". */
export function conditionsOf(db: Db, filter: Filter): RawBuilder<unknown> {
  const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
  const stages = stagesOf(filter.stage)
  const conditions = [
    stages && sql`and p.stage = any(${stages}::text[])`,
    center && sql`and p.center_id = ${center}`,
    referral && sql`and p.referral_center_id = ${referral}`,
    lab && sql`and p.center_id in ${centersOfLab(lab)}`,
    rep && sql`and p.rep_id = ${rep}`,
    due && sql`and ${isDue(db, due)}`,
    filter.arrived && sql`and p.arrived`,
  ]
  return sql.join(
    conditions.filter((each) => Boolean(each)),
    sql` `,
  )
}
