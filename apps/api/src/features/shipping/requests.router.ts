import { contract } from '@vialdesk/contract'
import { LABEL_REQUESTED, LABEL_SAVED } from '@vialdesk/contract/labels'
import { fail } from '#api/platform/fail.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { cancelLabel } from './cancelling.ts'
import { lookUpLabel, makeLabel, orUnavailable } from './carrier.ts'
import { listFees } from './fees.queries.ts'
import { labelLink } from './label-files.queries.ts'
import { checkPdf, editLabel, keepLabel, markSent, sendLabel } from './labels.commands.ts'
import { requestLabel } from './requests.commands.ts'
import { centersSeenBy, demandRequest, findCenter } from './requests.policy.ts'
import { findLabelRequests, getLabelRequest } from './requests.queries.ts'

const { shipping } = contract

export const requestsRouter = {
  feesOfCenter: serve(shipping.feesOfCenter, async ({ db, actor, params, query }) => {
    const center = await findCenter(db, actor, params.id)
    if (center?.role !== 'harvest_center') return fail('not_found')
    return listFees(db, center.id, center.role, query)
  }),

  feesOfReferralCenter: serve(shipping.feesOfReferralCenter, async ({ db, actor, params, query }) => {
    const center = await findCenter(db, actor, params.id)
    if (center?.role !== 'referral_harvest_center') return fail('not_found')
    return listFees(db, center.id, center.role, query)
  }),

  requestLabel: serve(shipping.requestLabel, async ({ db, actor, doer, domain, body }) => {
    const center = await findCenter(db, actor, body.harvest_center)
    if (!center) return fail('invalid', { errors: { harvest_center: ['There is no such center.'] } })
    const id = await requestLabel(db, doer, domain, center, body)
    return { message: LABEL_REQUESTED, data: await getLabelRequest(db, actor, id) }
  }),

  labelRequests: serve(shipping.labelRequests, async ({ db, actor, query }) =>
    findLabelRequests(db, actor, await centersSeenBy(db, actor), query),
  ),

  editLabel: serve(shipping.editLabel, async ({ db, actor, doer, params, body }) => {
    await editLabel(db, doer, params.id, body)
    return { message: LABEL_SAVED, ...(await getLabelRequest(db, actor, params.id)) }
  }),

  labelSent: serve(shipping.labelSent, async ({ db, doer, params }) => {
    await markSent(db, doer, params.id)
    return { code: 'Success' as const, message: 'The center counts as told.' }
  }),

  sendLabel: serve(shipping.sendLabel, async ({ db, doer, body }) => {
    await sendLabel(db, doer, body.fedex_id, body.click)
    return { code: 'Success' as const, message: 'Email Notification Sent!' }
  }),

  uploadLabel: serveWaiting(shipping.uploadLabel, async ({ ports, transact, body }) => {
    const bytes = Buffer.from(await body.file.arrayBuffer())
    await checkPdf(bytes)
    return { filename: await keepLabel(transact, ports, bytes) }
  }),

  labelLink: serve(shipping.labelLink, async ({ db, actor, domain, params, secretKey, watch }) => {
    await demandRequest(db, actor, params.id)
    const { pdf_file, patients } = await getLabelRequest(db, actor, params.id)
    for (const { id } of patients) watch({ type: 'patient.seen', subject: id, patient: id })
    return { link: labelLink(secretKey, domain.id, actor, pdf_file ?? fail('not_found')) }
  }),

  makeLabel: serveWaiting(shipping.makeLabel, async ({ actor, domain, ports, transact, doer, params, body }) => {
    const message = await makeLabel({ domainId: domain.id, ports, transact }, doer, params.id, body)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  checkLabel: serveWaiting(shipping.checkLabel, async ({ actor, domain, ports, transact, doer, params, body }) => {
    const message = await lookUpLabel({ domainId: domain.id, ports, transact }, doer, params.id, { giveUp: body.give_up }).catch(
      orUnavailable,
    )
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  cancelLabel: serveWaiting(shipping.cancelLabel, async ({ actor, domain, ports, transact, doer, params }) => {
    const message = await cancelLabel({ domainId: domain.id, ports, transact }, doer, params.id)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),
}
