import { contract } from '@vialdesk/contract'
import type { PatientFilter } from '@vialdesk/contract/patients'
import { demandVisible, getVisiblePatient } from '#api/features/accounts/visible.queries.ts'
import type { Happening } from '#api/platform/record.ts'
import { serve } from '#api/platform/serve.ts'
import { noteSeen } from './patients.policy.ts'
import { findPatientOptions, findPatients, findPatientsOfLab, findTeamPatients } from './patients.queries.ts'
import { findTimeline } from './patients.timeline.queries.ts'

const { patients } = contract

/** How many were shown, and which filters were set: what was searched for may be a name, and is nobody's business later. */
const listed = (shown: unknown[], filter: Partial<PatientFilter> = {}, subject?: number): Happening => ({
  type: 'patients.listed',
  ...(subject !== undefined && { subject }),
  after: { count: shown.length, filters: (['search', 'stage'] as const).filter((key) => filter[key]) },
})

export const patientsRouter = {
  list: serve(patients.list, async ({ db, actor, query, watch }) => {
    const page = await findPatients(db, actor, query)
    watch(listed(page.results, query))
    return page
  }),

  ofCenter: serve(patients.ofCenter, async ({ db, actor, params, query, watch }) => {
    await demandVisible(db, actor, params.id, 'harvest_center')
    const page = await findPatients(db, actor, query, { column: 'harvest_center_id', id: params.id })
    watch(listed(page.results, query, params.id))
    return page
  }),

  options: serve(patients.options, async ({ db, actor, params, watch }) => {
    await demandVisible(db, actor, params.id, 'harvest_center')
    const options = await findPatientOptions(db, actor, 'harvest_center_id', params.id)
    watch(listed(options, {}, params.id))
    return options
  }),

  referredTo: serve(patients.referredTo, async ({ db, actor, params, query, watch }) => {
    await demandVisible(db, actor, params.id, 'harvest_center')
    const page = await findPatients(db, actor, query, { column: 'referred_center_id', id: params.id })
    watch(listed(page.results, query, params.id))
    return page
  }),

  ofReferralCenter: serve(patients.ofReferralCenter, async ({ db, actor, params, query, watch }) => {
    await demandVisible(db, actor, params.id, 'referral_harvest_center')
    const page = await findPatients(db, actor, query, { column: 'referral_harvest_center_id', id: params.id })
    watch(listed(page.results, query, params.id))
    return page
  }),

  referralOptions: serve(patients.referralOptions, async ({ db, actor, params, watch }) => {
    await demandVisible(db, actor, params.id, 'referral_harvest_center')
    const options = await findPatientOptions(db, actor, 'referral_harvest_center_id', params.id)
    watch(listed(options, {}, params.id))
    return options
  }),

  ofManager: serve(patients.ofManager, async ({ db, actor, params, query, watch }) => {
    const page = await findTeamPatients(db, actor, { id: params.id, role: 'sales_manager' }, query)
    watch(listed(page.results, query, params.id))
    return page
  }),

  ofDistributor: serve(patients.ofDistributor, async ({ db, actor, params, query, watch }) => {
    const page = await findTeamPatients(db, actor, { id: params.id, role: 'sales_distributor' }, query)
    watch(listed(page.results, query, params.id))
    return page
  }),

  ofCenterOfLab: serve(patients.ofCenterOfLab, async ({ db, actor, params, query, watch }) => {
    const page = await findPatientsOfLab(db, actor, params.id, params.hc_id, query)
    watch(listed(page.results, query, params.hc_id))
    return page
  }),

  timeline: serve(patients.timeline, async ({ db, actor, params, query, watch }) => {
    await getVisiblePatient(db, actor, params.id)
    noteSeen(watch, actor, params.id)
    return findTimeline(db, actor, params.id, query)
  }),
}
