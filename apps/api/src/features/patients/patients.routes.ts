import { contract } from '@vialdesk/contract'
import { assertVisiblePatient } from '#api/features/visibility/visible.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import {
  findPatientOptions,
  findPatients,
  findPatientsOfAllCenters,
  findPatientsOfCenter,
  findPatientsOfLab,
  findPatientsOfRep,
  findTeamPatients,
} from './patients.queries.ts'
import { findTimeline } from './timeline.queries.ts'

const { patients } = contract

export const patientsRouter = {
  list: serve(patients.list, ({ db, actor, query }) => findPatients(db, actor, query)),

  ofCenter: serve(patients.ofCenter, ({ db, actor, params, query }) =>
    findPatientsOfCenter(db, actor, 'harvest_center_id', params.id, query),
  ),

  options: serve(patients.options, ({ db, actor, params, query }) =>
    findPatientOptions(db, actor, 'harvest_center_id', params.id, query),
  ),

  referredTo: serve(patients.referredTo, ({ db, actor, params, query }) =>
    findPatientsOfCenter(db, actor, 'referred_center_id', params.id, query),
  ),

  ofReferralCenter: serve(patients.ofReferralCenter, ({ db, actor, params, query }) =>
    findPatientsOfCenter(db, actor, 'referral_harvest_center_id', params.id, query),
  ),

  referralOptions: serve(patients.referralOptions, ({ db, actor, params, query }) =>
    findPatientOptions(db, actor, 'referral_harvest_center_id', params.id, query),
  ),

  ofManager: serve(patients.ofManager, ({ db, actor, params, query }) =>
    findTeamPatients(db, actor, { id: params.id, role: 'sales_manager' }, query),
  ),

  ofDistributor: serve(patients.ofDistributor, ({ db, actor, params, query }) =>
    findTeamPatients(db, actor, { id: params.id, role: 'sales_distributor' }, query),
  ),

  ofRep: serve(patients.ofRep, ({ db, actor, params, query }) => findPatientsOfRep(db, actor, params.id, query)),

  ofLab: serve(patients.ofLab, ({ db, actor, params, query }) => findPatientsOfAllCenters(db, actor, params.id, query)),

  ofCenterOfLab: serve(patients.ofCenterOfLab, ({ db, actor, params, query }) =>
    findPatientsOfLab(db, actor, params.id, params.hc_id, query),
  ),

  timeline: serve(patients.timeline, async ({ db, actor, params, query }) => {
    await assertVisiblePatient(db, actor, params.id)
    return findTimeline(db, actor, params.id, query)
  }),
}
