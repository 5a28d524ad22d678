import { contract } from '@vialdesk/contract'
import { RECORD_UPDATED } from '@vialdesk/contract/people/accounts'
import { assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import { serve } from '#api/platform/http/serve.ts'
import { findAllLabs, findCenters } from './all-centers.queries.ts'
import { assignStaff, associateCenters, removeStaff } from './assign-centers.commands.ts'
import {
  findAssociations,
  findCentersOf,
  findStaff,
  findStaffOfCenter,
  getAssociation,
  getStaff,
} from './assigned-centers.queries.ts'
import { findAssociationRequests } from './association-requests.queries.ts'
import { centerLinks } from './center-links.pure.ts'
import { findCentersOfLab, findCentersOfRep, findCentersOfTeam, findLabs } from './center-summaries.queries.ts'
import { centerPolicy } from './centers.policy.ts'
import { assertActiveUser, findCenterOptions } from './centers.queries.ts'
import { decideAssociation } from './decide-association.commands.ts'

const { centers } = contract

const DECISION_MESSAGES = {
  confirmed: 'The referral harvest center is confirmed.',
  refused: 'The referral harvest center is refused.',
}

export const centersRouter = {
  labs: serve(centers.labs, async ({ db, actor }) => findCenterOptions(db, actor, 'lab')),
  options: serve(centers.options, async ({ db, actor }) => findCenterOptions(db, actor, 'harvest_center')),

  ofTeam: serve(centers.ofTeam, ({ db, actor, query }) => findCentersOfTeam(db, actor, query)),

  publicOptions: serve(centers.publicOptions, async ({ db, params }) => {
    await assertActiveUser(db, params.id, 'referral_harvest_center')
    return findCentersOf(db, centerLinks.referral, params.id)
  }),

  harvestCenters: serve(centers.harvestCenters, async ({ db, query }) => findCenters(db, 'harvest_center', query)),
  referralCenters: serve(centers.referralCenters, async ({ db, query }) => findCenters(db, 'referral_harvest_center', query)),

  harvestCentersOfRep: serve(centers.harvestCentersOfRep, async ({ db, actor, params, query }) => {
    await assertVisibleUser(db, actor, params.id, 'sales_rep')
    return findCentersOfRep(db, params.id, 'harvest_center', query)
  }),

  referralCentersOfRep: serve(centers.referralCentersOfRep, async ({ db, actor, params, query }) => {
    await assertVisibleUser(db, actor, params.id, 'sales_rep')
    return findCentersOfRep(db, params.id, 'referral_harvest_center', query)
  }),

  allLabs: serve(centers.allLabs, ({ db, query }) => findAllLabs(db, query)),

  processingLabs: serve(centers.processingLabs, async ({ db, actor }) => findLabs(db, actor)),

  centersOfLab: serve(centers.centersOfLab, async ({ db, actor, params, query }) =>
    findCentersOfLab(db, actor, params.id, query),
  ),

  staff: serve(centers.staff, async ({ db, query }) => findStaff(db, query)),

  centersOfStaff: serve(centers.centersOfStaff, async ({ db, actor, params }) => {
    await assertVisibleUser(db, actor, params.id, 'hc_staff')
    return findCentersOf(db, centerLinks.staff, params.id)
  }),

  staffOfCenter: serve(centers.staffOfCenter, async ({ db, actor, params, query }) => {
    centerPolicy.assertSees(actor, 'staff', params)
    await assertVisibleUser(db, actor, params.id, 'harvest_center')
    return findStaffOfCenter(db, actor, params.id, query)
  }),

  assignStaff: serve(centers.assignStaff, async ({ db, params, body }) => {
    await assignStaff(db, params.id, body.staff_hc_ids)
    return { message: RECORD_UPDATED, ...(await getStaff(db, params.id)) }
  }),

  removeStaff: serve(centers.removeStaff, async ({ db, actor, body }) => {
    centerPolicy.assertSees(actor, 'staff', { id: body.hc_id })
    centerPolicy.assertCan(actor, 'remove_staff', { id: body.hc_id })
    await removeStaff(db, body.user_id, body.hc_id)
    return { message: 'The staff user has been removed.' }
  }),

  associations: serve(centers.associations, async ({ db, query }) => findAssociations(db, query)),

  associate: serve(centers.associate, async ({ db, params, body }) => {
    await associateCenters(db, params.id, body.rhc_hc_ids)
    return { code: 'Success' as const, message: RECORD_UPDATED, ...(await getAssociation(db, params.id)) }
  }),

  associationRequests: serve(centers.associationRequests, async ({ db, actor, query }) =>
    findAssociationRequests(db, actor, query),
  ),

  decideAssociation: serve(centers.decideAssociation, async ({ db, actor, params, body: { decision } }) => {
    await decideAssociation(db, actor, params.id, decision)
    return { message: DECISION_MESSAGES[decision] }
  }),
}
