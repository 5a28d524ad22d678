/** The filters of lists of patients, as conditions on a row `p` of `patient_stages`. */

import { processingStages } from '@vialdesk/contract/lab-fields'
import type { AllPatientsFilter, DueFilter, Stage } from '@vialdesk/contract/patients'
import type { Db } from '#api/db/db.ts'
import { embed, type Part } from '#api/db/paging.ts'
import { centersOfLab } from '#api/features/visibility/visible.queries.ts'

/** The columns of `users` that name a center of a patient. */
export type CenterColumn = 'harvest_center_id' | 'referral_harvest_center_id' | 'referred_center_id'
/** `center` limits the list to the patients of one center; its column is the relation between them. */
export type PatientListFilter = AllPatientsFilter & { center?: { column: CenterColumn; id: number } }

type Filter = Partial<AllPatientsFilter>

/** The stages that a filter stands for. */
export const stagesOf = (stage: Filter['stage']): readonly Stage[] | undefined =>
  stage === 'in_processing' ? processingStages : stage && [stage]

/** Whether the filter has more than a stage and a search text. */
export const isNarrow = ({ due, harvest_center_id, referral_harvest_center_id, lab_id, sales_rep_id }: Filter): boolean =>
  [due, harvest_center_id, referral_harvest_center_id, lab_id, sales_rep_id].some((part) => part !== undefined)

/** The first day of each filter, and the day after its last day, counted from today. */
const dueDays: Record<DueFilter, { from?: number; until: number }> = {
  overdue: { until: 0 },
  this_week: { from: 0, until: 7 },
  soon: { until: 15 },
}

/** In the domain's time zone. */
const TODAY = '(select (now() at time zone d.time_zone)::date from domains d where d.id = $1)'

function isDue(due: DueFilter): string {
  const { from, until } = dueDays[due]
  const begun = from === undefined ? '' : `and p.due >= ${TODAY} + ${from}`
  return `p.due < ${TODAY} + ${until} ${begun}`
}

/** Each condition begins with "and". */
export const conditionsOf =
  (db: Db, filter: Filter): Part =>
  (bind) => {
    const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
    const stages = stagesOf(filter.stage)
    const conditions = [
      stages && `p.stage = any(${bind(stages)}::text[])`,
      center && `p.center_id = ${bind(center)}`,
      referral && `p.referral_center_id = ${bind(referral)}`,
      lab && `p.center_id in ${embed(centersOfLab(lab).compile(db))(bind)}`,
      rep && `p.rep_id = ${bind(rep)}`,
      due && isDue(due),
      filter.arrived && 'p.arrived',
      filter.never_signed_in && 'p.never_signed_in',
    ]
    return conditions.map((each) => (each ? ` and ${each}` : '')).join('')
  }
