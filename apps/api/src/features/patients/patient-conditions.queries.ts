/** The filters of lists of patients, as conditions on a row of `patient_stages`. */
import { processingStages } from '@vialdesk/contract/lab-fields'
import type { AllPatientsFilter, DueFilter, Stage } from '@vialdesk/contract/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { centersOfLab } from '#api/features/accounts/visibility/visible.queries.ts'

type Filter = Partial<AllPatientsFilter>

/** The stages that a filter stands for. */
export const stagesOf = (stage: Filter['stage']): readonly Stage[] | undefined =>
  stage === 'in_processing' ? processingStages : stage && [stage]

/** Whether the filter has more than a stage and a search text. */
export const isNarrow = ({ due, harvest_center_id, referral_harvest_center_id, lab_id, sales_rep_id }: Filter): boolean =>
  [due, harvest_center_id, referral_harvest_center_id, lab_id, sales_rep_id].some((part) => part !== undefined)

/** The tallies of patients who have never signed in have this prefix. */
export const tallyPrefixOf = ({ never_signed_in }: Filter) => (never_signed_in ? ('never:' as const) : '')

/** Patients by due date are ordered by it, the longest overdue first; all others by age. */
export const ownOrderOf = ({ due }: Filter): string => (due ? 'due, id' : 'id desc')

/** The first day of each filter, and the day after its last day, counted from today. */
const dueDays: Record<DueFilter, { from?: number; until: number }> = {
  overdue: { until: 0 },
  this_week: { from: 0, until: 7 },
  soon: { until: 15 },
}

/** Today in the domain's time zone. */
export const todayOf = (db: Db): RawBuilder<string> =>
  sql`(select (now() at time zone d.time_zone)::date from domains d where d.id = ${db.domainId})`

export function isDue(db: Db, due: DueFilter, alias: string): RawBuilder<unknown> {
  const { from, until } = dueDays[due]
  const day = sql.ref(`${alias}.due`)
  const begun = from === undefined ? sql`` : sql`and ${day} >= ${todayOf(db)} + ${sql.lit(from)}`
  return sql`${day} < ${todayOf(db)} + ${sql.lit(until)} ${begun}`
}

/** Each condition begins with "and". */
export function conditionsOf(db: Db, filter: Filter, alias = 'p'): RawBuilder<unknown> {
  const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
  const stages = stagesOf(filter.stage)
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const conditions = [
    stages && sql`and ${column('stage')} = any(${stages}::text[])`,
    center && sql`and ${column('center_id')} = ${center}`,
    referral && sql`and ${column('referral_center_id')} = ${referral}`,
    lab && sql`and ${column('center_id')} in ${centersOfLab(lab)}`,
    rep && sql`and ${column('rep_id')} = ${rep}`,
    due && sql`and ${isDue(db, due, alias)}`,
    filter.arrived && sql`and ${column('arrived')}`,
    filter.never_signed_in && sql`and ${column('never_signed_in')}`,
  ]
  return sql.join(
    conditions.filter((each) => Boolean(each)),
    sql` `,
  )
}
