import { contract } from '@vialdesk/contract'
import type { PatientFilter } from '@vialdesk/contract/patients'
import { getVisiblePatient } from '#api/features/accounts/visible.queries.ts'
import type { Happening } from '#api/platform/record.ts'
import { serve } from '#api/platform/serve.ts'
import { noteSeen } from './patients.policy.ts'
import { demandVisibleCenter, findPatientOptions, findPatients } from './patients.queries.ts'
import { findTimeline } from './patients.timeline.queries.ts'

const { patients } = contract

/** How many were shown, and which filters were set: what was searched for may be a name, and is nobody's business later. */
const listed = (shown: unknown[], filter: Partial<PatientFilter> = {}, center?: number): Happening => ({
  type: 'patients.listed',
  ...(center !== undefined && { subject: center }),
  after: { count: shown.length, filters: (['search', 'stage'] as const).filter((key) => filter[key]) },
})

export const patientsRouter = {
  list: serve(patients.list, async ({ db, actor, query, watch }) => {
    const page = await findPatients(db, actor, query)
    watch(listed(page.results, query))
    return page
  }),

  ofCenter: serve(patients.ofCenter, async ({ db, actor, params, query, watch }) => {
    await demandVisibleCenter(db, actor, params.id)
    const page = await findPatients(db, actor, query, params.id)
    watch(listed(page.results, query, params.id))
    return page
  }),

  options: serve(patients.options, async ({ db, actor, params, watch }) => {
    await demandVisibleCenter(db, actor, params.id)
    const options = await findPatientOptions(db, actor, params.id)
    watch(listed(options, {}, params.id))
    return options
  }),

  timeline: serve(patients.timeline, async ({ db, actor, params, query, watch }) => {
    await getVisiblePatient(db, actor, params.id)
    noteSeen(watch, actor, params.id)
    return findTimeline(db, actor, params.id, query)
  }),
}
