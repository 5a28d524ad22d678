import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { LABEL_REQUESTED, LABEL_SAVED, labelPath } from '@vialdesk/contract/care/label-requests'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/db.ts'
import { cancelLabel } from '#api/features/shipping/labels/cancel-label.commands.ts'
import { failUnavailable, lookUpLabel, makeLabel } from '#api/features/shipping/labels/create-label.commands.ts'
import {
  editLabel,
  labelKey,
  markSent,
  sendLabel,
  storeLabel,
  validatePdf,
} from '#api/features/shipping/labels/give-label.commands.ts'
import { receiveParcel } from '#api/features/shipping/parcels/receive-parcel.commands.ts'
import { hasMembership } from '#api/features/transactions/transactions.queries.ts'
import { assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { findLabelRequests, getLabelRequest, getPatientsOfFile, labelLink } from './label-requests.queries.ts'
import { listFees, listPurchases } from './paid-fees.queries.ts'
import { checkLabel, requestLabel } from './request-label.commands.ts'
import { findRequestingCenter, getRequestingCenter } from './requesting-center.queries.ts'

const { shipping } = contract

const findCenterOf = async (db: Db, actor: Actor, { harvest_center }: { harvest_center: number }) =>
  (await findRequestingCenter(db, actor, harvest_center)) ?? failField('harvest_center', 'This center does not exist.')

export const requestsRouter = {
  purchasesOfCenter: serve(shipping.purchasesOfCenter, async ({ db, params, query, actor }) => {
    // An admin also reads the sales of a removed center.
    if (actor.role !== 'admin') await assertVisibleUser(db, actor, params.id, 'harvest_center')
    else if (!(await hasMembership(db, params.id, membershipIds.harvest_center))) return fail('not_found')
    return listPurchases(db, params.id, { ...query, harvest_center_id: params.id })
  }),

  feesOfCenter: serve(shipping.feesOfCenter, async ({ db, actor, params, query }) => {
    const { id, role } = await getRequestingCenter(db, actor, params.id, 'harvest_center')
    return listFees(db, id, role, query)
  }),

  feesOfReferralCenter: serve(shipping.feesOfReferralCenter, async ({ db, actor, params, query }) => {
    const { id, role } = await getRequestingCenter(db, actor, params.id, 'referral_harvest_center')
    return listFees(db, id, role, query)
  }),

  requestLabel: serve(shipping.requestLabel, async ({ db, actor, domain, body }) => {
    const center = await findCenterOf(db, actor, body)
    const id = await requestLabel(db, domain, center, body)
    return { message: LABEL_REQUESTED, data: await getLabelRequest(db, actor, id) }
  }),

  labelCheck: serve(shipping.labelCheck, async ({ db, actor, query }) =>
    checkLabel(db, await findCenterOf(db, actor, query), query),
  ),

  labelRequests: serve(shipping.labelRequests, async ({ db, actor, query }) => findLabelRequests(db, actor, query)),

  labelRequest: serve(shipping.labelRequest, ({ db, actor, params }) => getLabelRequest(db, actor, params.id)),

  editLabel: serve(shipping.editLabel, async ({ db, actor, params, body }) => {
    await editLabel(db, params.id, body)
    return { message: LABEL_SAVED, ...(await getLabelRequest(db, actor, params.id)) }
  }),

  labelSent: serve(shipping.labelSent, async ({ db, params }) => {
    await markSent(db, params.id)
    return { code: 'Success' as const, message: 'The center is marked as notified.' }
  }),

  sendLabel: serve(shipping.sendLabel, async ({ db, body }) => {
    await sendLabel(db, body.fedex_id, body.click)
    return { code: 'Success' as const, message: 'Email Notification Sent!' }
  }),

  uploadLabel: serveWithProviders(shipping.uploadLabel, async ({ ports, transact, body }) => {
    const bytes = Buffer.from(await body.file.arrayBuffer())
    await validatePdf(bytes)
    return { filename: await storeLabel(transact, ports, bytes) }
  }),

  labelLink: serve(shipping.labelLink, async ({ db, actor, domain, params, secretKey, auditRead }) => {
    const { pdf_file, patients } = await getLabelRequest(db, actor, params.id)
    for (const { id } of patients) auditRead({ type: 'patient.seen', subject: id, patient: id })
    return { link: labelLink(secretKey, domain.id, actor, pdf_file ?? fail('not_found')) }
  }),

  makeLabel: serveWithProviders(shipping.makeLabel, async ({ domain, ports, transact, actor, params, body }) => {
    const message = await makeLabel({ domain, ports, transact }, params.id, body)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  checkLabel: serveWithProviders(shipping.checkLabel, async ({ domain, ports, transact, actor, params, body }) => {
    const message = await lookUpLabel({ domain, ports, transact }, params.id, {
      giveUp: body.give_up,
    }).catch(failUnavailable)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),

  receiveParcel: serve(shipping.receiveParcel, async ({ db, actor, params }) => {
    const { received_on, patients } = await receiveParcel(db, actor, params.id)
    const count = patients.length > 1 ? ` for ${patients.length} patients` : ''
    return { message: `The parcel has been booked in${count}!`, received_on, patients }
  }),

  cancelLabel: serveWithProviders(shipping.cancelLabel, async ({ domain, ports, transact, actor, params }) => {
    const message = await cancelLabel({ domain, ports, transact }, params.id)
    return { message, ...(await transact((db) => getLabelRequest(db, actor, params.id))) }
  }),
}

/** Serves the PDF of a label to a viewer of its request. */
export const addLabelFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: labelPath(':file'),
    name: /^([a-z0-9_-]{16,64}\.pdf)$/,
    call: contract.shipping.labelLink,
    async find({ db, viewer, name }) {
      const patients = await getPatientsOfFile(db, viewer, name)
      const events = patients.map((patient) => ({ type: 'patient.seen', subject: patient, patient }) as const)
      return { key: labelKey(db, name), headers: pdfHeaders('label.pdf'), events }
    },
  })
