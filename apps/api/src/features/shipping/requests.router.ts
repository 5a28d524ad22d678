import { contract } from '@vialdesk/contract'
import { LABEL_REQUESTED, LABEL_SAVED } from '@vialdesk/contract/labels'
import { fail, failField } from '#api/platform/fail.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { findAskingCenter, getAskingCenter } from './asking-center.queries.ts'
import { cancelLabel } from './cancelling.ts'
import { lookUpLabel, makeLabel, orUnavailable } from './carrier.ts'
import { listFees } from './fees.queries.ts'
import { labelLink } from './label-files.queries.ts'
import { editLabel, keepLabel, markSent, sendLabel, validatePdf } from './labels.commands.ts'
import { requestLabel } from './requests.commands.ts'
import { findLabelRequests, getLabelRequest } from './requests.queries.ts'

const { shipping } = contract

export const requestsRouter = {
  feesOfCenter: serve(shipping.feesOfCenter, async ({ db, actor, params, query }) => {
    const { id, role } = await getAskingCenter(db, actor, params.id, 'harvest_center')
    return listFees(db, id, role, query)
  }),

  feesOfReferralCenter: serve(shipping.feesOfReferralCenter, async ({ db, actor, params, query }) => {
    const { id, role } = await getAskingCenter(db, actor, params.id, 'referral_harvest_center')
    return listFees(db, id, role, query)
  }),

  requestLabel: serve(shipping.requestLabel, async ({ db, actor, doer, domain, body }) => {
    const center =
      (await findAskingCenter(db, actor, body.harvest_center)) ?? failField('harvest_center', 'This center does not exist.')
    const id = await requestLabel(db, doer, domain, center, body)
    return { message: LABEL_REQUESTED, data: await getLabelRequest(db, actor, id) }
  }),

  labelRequests: serve(shipping.labelRequests, async ({ db, actor, query }) => findLabelRequests(db, actor, query)),

  editLabel: serve(shipping.editLabel, async ({ db, actor, doer, params, body }) => {
    await editLabel(db, doer, params.id, body)
    return { message: LABEL_SAVED, ...(await getLabelRequest(db, actor, params.id)) }
  }),

  labelSent: serve(shipping.labelSent, async ({ db, doer, params }) => {
    await markSent(db, doer, params.id)
    return { code: 'Success' as const, message: 'The center is marked as notified.' }
  }),

  sendLabel: serve(shipping.sendLabel, async ({ db, doer, body }) => {
    await sendLabel(db, doer, body.fedex_id, body.click)
    return { code: 'Success' as const, message: 'Email Notification Sent!' }
  }),

  uploadLabel: serveWaiting(shipping.uploadLabel, async ({ ports, transact, body }) => {
    const bytes = Buffer.from(await body.file.arrayBuffer())
    await validatePdf(bytes)
    return { filename: await keepLabel(transact, ports, bytes) }
  }),

  labelLink: serve(shipping.labelLink, async ({ db, actor, domain, params, secretKey, watch }) => {
    const { pdf_file, patients } = await getLabelRequest(db, actor, params.id)
    for (const { id } of patients) watch({ type: 'patient.seen', subject: id, patient: id })
    return { link: labelLink(secretKey, domain.id, actor, pdf_file ?? fail('not_found')) }
  }),

  makeLabel: serveWaiting(shipping.makeLabel, async ({ domain, ports, transact, actor, doer, params, body }) => {
    const message = await makeLabel({ domainId: domain.id, ports, transact }, doer, params.id, body)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  checkLabel: serveWaiting(shipping.checkLabel, async ({ domain, ports, transact, actor, doer, params, body }) => {
    const message = await lookUpLabel({ domainId: domain.id, ports, transact }, doer, params.id, { giveUp: body.give_up }).catch(
      orUnavailable,
    )
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  cancelLabel: serveWaiting(shipping.cancelLabel, async ({ domain, ports, transact, actor, doer, params }) => {
    const message = await cancelLabel({ domainId: domain.id, ports, transact }, doer, params.id)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),
}
