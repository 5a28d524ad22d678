import { contract } from '@vialdesk/contract'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { assignPatient } from './order/assign-patient.commands.ts'
import { findInvoice, findLastAttempt, listPaymentsToReview, payerStateOf } from './payment/attempts.queries.ts'
import { findPaidPurchase, nextStepOfPatient } from './payment/paid-purchase.queries.ts'
import { pay } from './payment/pay.commands.ts'
import { recheckPayment, resolvePayment } from './payment/review.commands.ts'
import { reserveInvoice } from './payment/start-attempt.commands.ts'

const { checkout } = contract

export const checkoutRouter = {
  reserveInvoice: serve(checkout.reserveInvoice, async ({ db, actor, reply }) => {
    reply.header('cache-control', 'no-store')
    return { transaction_id: await reserveInvoice(db, actor.id) }
  }),

  pay: serveWithProviders(checkout.pay, ({ request, actor, body, ...context }) =>
    pay({ ...context, log: request.log }, actor, body, 'center'),
  ),

  payAsPatient: serveWithProviders(checkout.payAsPatient, ({ request, actor, body, ...context }) => {
    const { create_patient = false, harvest_center_email = body.harvest_center_billing_email } = body
    return pay({ ...context, log: request.log }, actor, { ...body, create_patient, harvest_center_email }, 'patient')
  }),

  assignPatient: serve(checkout.assignPatient, async ({ db, actor, params, body }) => {
    await assignPatient(db, actor, params.id, body.patient_id)
    const { next } = await nextStepOfPatient(db, body.patient_id)
    return { id: params.id, message: 'The patient has been assigned.', next }
  }),

  attempt: serve(checkout.attempt, async ({ db, actor, params, reply }) => {
    const payer = actor.role === 'admin' ? 'anyone' : actor.id
    if (!(await findInvoice(db, params.invoice_id, payer).executeTakeFirst())) return fail('not_found')
    reply.header('cache-control', 'no-store')
    const { invoice_id } = params
    const attempt = await findLastAttempt(db, invoice_id)
    const transaction_id = attempt?.transaction_id ?? null
    const purchase = await findPaidPurchase(db, actor, transaction_id)
    return { ...payerStateOf(attempt), invoice_id, transaction_id, purchase }
  }),

  toReview: serve(checkout.toReview, ({ db, query }) => listPaymentsToReview(db, query)),

  recheck: serveWithProviders(checkout.recheck, ({ request, params, ...context }) =>
    recheckPayment({ ...context, log: request.log }, params.id),
  ),

  resolve: serveWithProviders(checkout.resolve, ({ request, params, body, ...context }) =>
    resolvePayment({ ...context, log: request.log }, params.id, body),
  ),
}
