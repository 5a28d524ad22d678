/** Records a sale and creates its new patient, in the transaction that approves the payment. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import { confirmCoupon } from '#api/features/coupons/coupon-uses.commands.ts'
import { requestPatientDocuments } from '#api/features/documents/requests/patient-documents.commands.ts'
import { named, notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { createPatient } from '#api/features/onboarding/create-account.commands.ts'
import { confirmVials } from '#api/features/orders/reserve-vials.commands.ts'
import { announce } from '#api/platform/events/announce.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'
import type { Attempt } from './attempts.queries.ts'
import type { PaymentResultOf } from './payment-result.pure.ts'

/**
 * The patient of the sale. A new patient is created now. If that fails (its email address was taken in the meantime), the sale is
 * recorded without a patient, so that no payment is lost; `note` gives the reason to the admins.
 */
export async function findOrCreatePatient(
  db: Db,
  { order, user_id }: Attempt,
): Promise<{ patientId: number | null; note: string | null }> {
  if (!order.new_patient) return { patientId: order.patient_id, note: null }
  try {
    const { harvest_center_id, referral_harvest_center_id } = order
    const patient = { ...order.new_patient, harvest_center_id, referral_harvest_center_id }
    const patientId = await createPatient(db, patient)
    if (order.required_signature) await requestPatientDocuments(db, patientId, user_id)
    return { patientId, note: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reasons = Object.values(error.errors ?? { all: [error.message] }).flat()
    return { patientId: null, note: `The sale is recorded, but the patient’s account could not be created: ${reasons.join(' ')}` }
  }
}

/** Records the sale as ordered, with its coupon, its vials and its commissions. Returns its id. */
export async function recordSale(
  db: Db,
  attempt: Attempt,
  patientId: number | null,
  result: PaymentResultOf<'approved' | 'free'>,
): Promise<number> {
  // A refund locks the coupon before the tallies of the sale, too: the same order avoids deadlocks.
  await confirmCoupon(db, attempt.id)
  const id = await insertSale(db, attempt, patientId, result)
  await confirmVials(db, attempt.id, id)
  await settleCommissions(db, id)
  if (result.kind === 'approved') await announce(db, 'payment.received', { id })
  return id
}

async function insertSale(
  db: Db,
  attempt: Attempt,
  patientId: number | null,
  result: PaymentResultOf<'approved' | 'free'>,
): Promise<number> {
  const { order } = attempt
  const { id } = await db.insertWithId('transactions', {
    invoice_id: attempt.invoice_id,
    attempt_id: attempt.id,
    // The date of the payment, even if the result is found days later.
    date: attempt.created_at,
    day: sql<string>`(
        select (${attempt.created_at}::timestamptz at time zone d.time_zone)::date
        from domains d
        where d.id = ${db.domainId})`,
    product_id: order.product_id,
    quantity: order.quantity,
    price_cents: order.price_cents,
    shipping_cents: order.shipping_cents,
    harvest_fee_cents: order.harvest_fee_cents,
    discount_cents: order.discount_cents,
    coupon_id: order.coupon?.id ?? null,
    coupon_code_used: order.coupon?.code ?? '',
    amount_cents: attempt.amount_cents,
    ships: order.ships,
    payer_id: attempt.user_id,
    harvest_center_id: order.harvest_center_id,
    referral_harvest_center_id: order.referral_harvest_center_id,
    hc_staff_id: order.hc_staff_id,
    patient_id: patientId,
    sales_rep_id: order.sales_rep_id,
    sales_manager_id: order.sales_manager_id,
    sales_distributor_id: order.sales_distributor_id,
    gateway: attempt.gateway,
    gateway_trans_id: result.kind === 'free' ? null : result.transId,
    card_brand: result.kind === 'free' ? null : result.brand,
    card_last4: result.kind === 'free' ? null : result.last4,
    billing: JSON.stringify(order.billing),
    shipping: JSON.stringify(order.shipping ?? {}),
    shipping_date: order.shipping_date,
    required_signature: order.required_signature,
  })
  return id
}

/** Notifies the buyer, and the harvest center of a fee or of a patient's order. The payer also gets a receipt by email. */
export async function notifySale(db: Db, { invoice_id, user_id, order }: Attempt, transactionId: number): Promise<void> {
  const { kind, harvest_center_id, referral_harvest_center_id } = order
  const notice = { kind: 'purchase', text: `Invoice ${invoice_id}. View receipt`, path: `/receipt/${transactionId}` } as const
  const buyer = kind === 'patient_vials' ? user_id : (referral_harvest_center_id ?? harvest_center_id)
  await notify(db, buyer, { ...notice, title: 'Payment received' })
  if (harvest_center_id === buyer) return
  const about =
    kind === 'patient_vials'
      ? { title: `${named('A patient')} has placed an order`, about: user_id }
      : { title: `${named('A referral center')} has paid a fee`, about: referral_harvest_center_id }
  await notify(db, harvest_center_id, { ...notice, ...about })
}

export async function notifyPaymentReview(db: Db, { invoice_id }: Attempt): Promise<void> {
  await notifyAdmins(db, {
    kind: 'purchase',
    title: 'A payment needs review',
    text: `The result of invoice ${invoice_id} is not known yet. It cannot be paid again until you decide.`,
    path: '/payments-to-review',
  })
}
