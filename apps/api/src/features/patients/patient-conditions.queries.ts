/** The filters of lists of patients, as conditions on a row `p` of `patient_stages`. */
import { processingStages } from '@vialdesk/contract/people/lab-fields'
import type { AllPatientsFilter, DueFilter, Stage } from '@vialdesk/contract/people/patients'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { embed, type Part, type TalliedList } from '#api/db/paging.ts'
import { centersOfLab, repsOf, seesPersons } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

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

/** Groups of patients that are tallied and that a viewer may see as a whole. */
export interface PatientGroups {
  /** The ids of the centers of a lab or of the reps of a sales line, or the names of stages. */
  ids: RawBuilder<unknown>
  /** The prefix of the tally keys of such a group. */
  prefix: 'center:' | 'rep:' | 'stage:'
  /** The column of `patient_stages` that names the group. */
  column: 'center_id' | 'rep_id' | 'stage'
}

/** The centers of a lab, or the reps of a sales role. The viewer may see all their patients, and these are tallied by group. */
export function viewerGroupsOf(viewer: Viewer): PatientGroups | undefined {
  if (viewer.role === 'lab') return { ids: centersOfLab(viewer.id), prefix: 'center:', column: 'center_id' }
  if (viewer.role === undefined || seesPersons(viewer.role)) return undefined
  const ids = viewer.role === 'sales_rep' ? sql`(select ${viewer.id}::bigint as id)` : repsOf(viewer)
  return { ids, prefix: 'rep:', column: 'rep_id' }
}

/** A filter that is nothing but one tallied group, which all viewers of the group see as a whole. */
export function chosenGroups(viewer: Viewer, filter: AllPatientsFilter): PatientGroups | undefined {
  const { due, harvest_center_id: center, referral_harvest_center_id: referral, lab_id: lab, sales_rep_id: rep } = filter
  const isOne = !(due || referral) && [center, lab, rep].filter(Boolean).length === 1
  if (!isOne || (viewer.role !== 'admin' && !(viewer.role === 'lab' && center))) return undefined
  if (rep) return { ids: sql`(select ${rep}::bigint as id)`, prefix: 'rep:', column: 'rep_id' }
  if (lab) return { ids: centersOfLab(lab), prefix: 'center:', column: 'center_id' }
  const own = viewer.role === 'lab' ? sql`where ${center}::bigint in ${centersOfLab(viewer.id)}` : sql``
  return { ids: sql`(select ${center}::bigint as id ${own})`, prefix: 'center:', column: 'center_id' }
}

/** The patients at the stages of a filter; undefined for those at all stages. */
export function stageGroups({ stage }: Pick<AllPatientsFilter, 'stage'>): PatientGroups | undefined {
  const stages = stagesOf(stage)
  return stages && { ids: sql`select unnest(${stages}::text[]) as id`, prefix: 'stage:', column: 'stage' }
}

type TalliedFilter = Pick<AllPatientsFilter, 'stage' | 'never_signed_in'>

/** A condition on the tallies of the groups, or of the whole domain (090-patient-stages.sql). */
export function keyOf(groups: PatientGroups | undefined, { stage, never_signed_in }: TalliedFilter): Part {
  const prefix = never_signed_in ? 'never:' : ''
  if (!groups) return () => `key = '${prefix}all'`
  const stages = groups.column === 'stage' ? undefined : stagesOf(stage)
  // The blocks of a center or rep are the stages.
  const isOfStages: Part = (bind) =>
    stages
      ? `and block in (select array_position(enum_range(null::patient_stage), s) from unnest(${bind(stages)}::patient_stage[]) s)`
      : ''
  return (bind) => `key = any(array(select '${prefix}${groups.prefix}' || id from groups)) ${isOfStages(bind)}`
}

/** The blocks of ids of a deep page. Centers have none, and reps none by stage. */
function blocksOf({ column }: PatientGroups, isKey: Part, { stage }: TalliedFilter): TalliedList['blocks'] {
  if (column === 'stage') return { isKey, bits: 10 }
  if (column === 'center_id' || stage) return undefined
  return { isKey: () => `key = any(array(select 'ids:rep:' || id from groups))`, bits: 12 }
}

/** The patients of some groups, or of the whole domain. */
export function talliedPatients(db: Db, groups: PatientGroups | undefined, filter: TalliedFilter): TalliedList {
  const isKey = keyOf(groups, filter)
  const stages = stagesOf(filter.stage)
  const rows: Part = (bind) => {
    const ofStages = groups?.column !== 'stage' && stages ? `and p.stage = any(${bind(stages)}::text[])` : ''
    const ofGroup = groups ? `and p.${groups.column} = groups.id` : ''
    return `patient_stages p where p.domain_id = $1 ${ofGroup} ${ofStages} ${filter.never_signed_in ? 'and p.never_signed_in' : ''}`
  }
  const list = { list: 'patients', isKey, id: 'p.user_id', rows } as const
  return groups ? { ...list, groups: embed(groups.ids.compile(db)), blocks: blocksOf(groups, isKey, filter) } : list
}
