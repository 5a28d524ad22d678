import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/serve.ts'
import { findCenterOptions, findReferralCenters } from './centers.queries.ts'

const { centers } = contract

export const centersRouter = {
  labs: serve(centers.labs, async ({ db, actor }) => findCenterOptions(db, actor, 'lab')),
  options: serve(centers.options, async ({ db, actor }) => findCenterOptions(db, actor, 'harvest_center')),
  referralCenters: serve(centers.referralCenters, async ({ db, query }) => findReferralCenters(db, query)),
}
