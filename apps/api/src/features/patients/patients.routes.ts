import { contract } from '@vialdesk/contract'
import { assertVisiblePatient, assertVisibleUser } from '#api/features/accounts/visible.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { findPatientOptions, findPatients, findPatientsOfLab, findTeamPatients } from './patients.queries.ts'
import { findTimeline } from './timeline.queries.ts'

const { patients } = contract

export const patientsRouter = {
  list: serve(patients.list, ({ db, actor, query }) => findPatients(db, actor, query)),

  ofCenter: serve(patients.ofCenter, async ({ db, actor, params, query }) => {
    await assertVisibleUser(db, actor, params.id, 'harvest_center')
    return findPatients(db, actor, query, { column: 'harvest_center_id', id: params.id })
  }),

  options: serve(patients.options, async ({ db, actor, params }) => {
    await assertVisibleUser(db, actor, params.id, 'harvest_center')
    return findPatientOptions(db, actor, 'harvest_center_id', params.id)
  }),

  referredTo: serve(patients.referredTo, async ({ db, actor, params, query }) => {
    await assertVisibleUser(db, actor, params.id, 'harvest_center')
    return findPatients(db, actor, query, { column: 'referred_center_id', id: params.id })
  }),

  ofReferralCenter: serve(patients.ofReferralCenter, async ({ db, actor, params, query }) => {
    await assertVisibleUser(db, actor, params.id, 'referral_harvest_center')
    return findPatients(db, actor, query, { column: 'referral_harvest_center_id', id: params.id })
  }),

  referralOptions: serve(patients.referralOptions, async ({ db, actor, params }) => {
    await assertVisibleUser(db, actor, params.id, 'referral_harvest_center')
    return findPatientOptions(db, actor, 'referral_harvest_center_id', params.id)
  }),

  ofManager: serve(patients.ofManager, ({ db, actor, params, query }) =>
    findTeamPatients(db, actor, { id: params.id, role: 'sales_manager' }, query),
  ),

  ofDistributor: serve(patients.ofDistributor, ({ db, actor, params, query }) =>
    findTeamPatients(db, actor, { id: params.id, role: 'sales_distributor' }, query),
  ),

  ofCenterOfLab: serve(patients.ofCenterOfLab, ({ db, actor, params, query }) =>
    findPatientsOfLab(db, actor, params.id, params.hc_id, query),
  ),

  timeline: serve(patients.timeline, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    return findTimeline(db, actor, params.id, query)
  }),
}
