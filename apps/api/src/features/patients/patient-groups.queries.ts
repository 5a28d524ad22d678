/** Groups of patients that are tallied and that a viewer may see as a whole. */
import type { AllPatientsFilter } from '@vialdesk/contract/patients'
import { type RawBuilder, sql } from 'kysely'
import { centersOfLab, repsOf, seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

export interface PatientGroups {
  /** The ids of the centers of a lab, or of the reps of a sales line. */
  ids: RawBuilder<unknown>
  /** The prefix of the tally keys of such a group. */
  prefix: 'center:' | 'rep:'
  /** The column of `patient_stages` that names the group. */
  column: 'center_id' | 'rep_id'
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
