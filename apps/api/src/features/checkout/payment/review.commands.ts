/** Decisions of an admin about a payment whose result is not known. The provider is asked before each decision. */
import type { AttemptRow } from '@vialdesk/contract/money/payments-to-review'
import type { Db } from '#api/db/db.ts'
import { gatewayOf } from '#api/features/payments/payment-settings.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { redactCards } from '#api/platform/logging/redact.ts'
import { applyPaymentResult, updateAttempt } from './apply-payment-result.commands.ts'
import { type Attempt, findAttempt, getAttemptRow, isFinal, lockAttempt } from './attempts.queries.ts'
import { lookUpPayment, resultByStatus } from './charge.commands.ts'
import { applyResultOrReview, type PaymentContext } from './pay.commands.ts'
import type { PaymentResult } from './payment-result.pure.ts'
import { releaseReservations } from './start-attempt.commands.ts'

type ReviewAnswer = AttemptRow & { message: string }

export interface Resolution {
  as: 'abandoned' | 'paid'
  gateway_trans_id: string
  note: string
}

/** Looks the payment up at the provider and applies the result. */
export async function recheckPayment(context: PaymentContext, id: string): Promise<ReviewAnswer> {
  const attempt = await getIdleAttempt(context, id)
  if (isFinal(attempt.status)) return answerWith(context, id, 'This payment is already decided.')
  const result = await lookUpPayment(context, context.domain.id, attempt)
  const now = await applyResultOrReview(context, id, result, { fromLookup: true })
  return answerWith(
    context,
    id,
    isFinal(now.status) ? 'The provider knows this payment. Its result is now recorded.' : 'The provider gave no clear answer.',
  )
}

/** Decides by hand, with a reason that is audited. A payment that the provider has is never closed as not paid. */
export async function resolvePayment(context: PaymentContext, id: string, resolution: Resolution): Promise<ReviewAnswer> {
  if (redactCards(resolution.note) !== resolution.note) failField('note', 'Do not write card numbers here.')
  const attempt = await getIdleAttempt(context, id)
  if (attempt.review_note !== null && isFinal(attempt.status)) await clearReviewNote(context, id, resolution)
  else if (isFinal(attempt.status)) fail('conflict', { message: 'This payment is already decided.' })
  else if (resolution.as === 'abandoned') await abandon(context, attempt, resolution)
  else await recordAsPaid(context, attempt, resolution)
  return answerWith(context, id, 'The payment has been resolved.')
}

/** The attempt, unless a request is still sending it. */
async function getIdleAttempt({ transact }: PaymentContext, id: string): Promise<Attempt> {
  const attempt = (await transact((db) => findAttempt(db, id))) ?? fail('not_found')
  return attempt.status === 'sending' && attempt.leased ? fail('in_progress') : attempt
}

const answerWith = async ({ transact }: PaymentContext, id: string, message: string): Promise<ReviewAnswer> => ({
  ...(await transact((db) => getAttemptRow(db, id))),
  message,
})

const auditReview = (db: Db, { invoice_id, status }: Attempt, resolution: Resolution) =>
  audit(db, { type: 'checkout.reviewed', before: { status }, after: { invoice_id, ...resolution } })

/** Removes the attempt from the review list. Its status does not change. */
function clearReviewNote({ transact }: PaymentContext, id: string, resolution: Resolution) {
  return transact(async (db) => {
    const attempt = (await lockAttempt(db, id)) ?? fail('not_found')
    await updateAttempt(db, attempt, { status: attempt.status, review_note: null })
    auditReview(db, attempt, resolution)
  })
}

async function abandon(context: PaymentContext, attempt: Attempt, resolution: Resolution): Promise<void> {
  const result = await lookUpPayment(context, context.domain.id, attempt)
  if (result.kind === 'approved' || result.kind === 'held') {
    fail('conflict', {
      message: `The provider has this payment (${result.transId}). Void it there first, or check it again to record it.`,
    })
  }
  if (result.kind === 'unknown') assertNotCharged(attempt, result.code)
  await context.transact(async (db) => {
    const locked = (await lockAttempt(db, attempt.id)) ?? fail('not_found')
    if (isFinal(locked.status)) fail('conflict')
    await releaseReservations(db, locked)
    await updateAttempt(db, locked, { status: 'abandoned', finished_at: new Date(), next_check_at: null, review_note: null })
    auditReview(db, locked, resolution)
  })
}

/** Only a provider that was asked and has no such payment proves that nothing was charged. Lists of a provider lag behind. */
function assertNotCharged({ status }: Attempt, code: string): void {
  if (code === 'unavailable') fail('unavailable', { message: 'The provider cannot be reached now. Try again later.' })
  if (code !== 'not_found') {
    fail('conflict', { message: `The provider’s answer is not clear (${code}). Look at the payment there, then check again.` })
  }
  if (status !== 'review')
    fail('conflict', { message: 'This payment may not be listed at the provider yet. It is checked again by itself.' })
}

/** Whether the key names another attempt. */
const isOfOther = async (db: Db, { id }: Attempt, key: { gateway_trans_id: string } | { ref_id: string }): Promise<boolean> =>
  (await db.findRows('checkout_attempts', ['id'], key)).some((found) => found.id !== id)

async function recordAsPaid(context: PaymentContext, attempt: Attempt, resolution: Resolution): Promise<void> {
  const result = await getChargedResult(context, attempt, resolution.gateway_trans_id)
  await context.transact(async (db) => {
    if (await isOfOther(db, attempt, { gateway_trans_id: resolution.gateway_trans_id }))
      failField('gateway_trans_id', 'This transaction already belongs to another payment.')
    const locked = (await lockAttempt(db, attempt.id)) ?? fail('not_found')
    if (isFinal(locked.status)) fail('conflict')
    auditReview(db, locked, resolution)
    await applyPaymentResult(db, attempt.id, result)
  })
}

/** The transaction must be a captured charge of exactly the attempt's amount. */
async function getChargedResult(context: PaymentContext, attempt: Attempt, transId: string): Promise<PaymentResult> {
  const { ports, domain } = context
  if (transId === '') failField('gateway_trans_id', 'Enter the provider’s transaction ID.')
  const gateway = gatewayOf(ports, attempt.gateway) ?? fail('unavailable')
  const found = await gateway
    .get({ domainId: domain.id, transId })
    .catch((cause: unknown) => fail('unavailable', { message: 'The provider cannot be reached now. Try again later.', cause }))
  if (found?.kind !== 'charge' || found.amountCents !== attempt.amount_cents)
    return failField('gateway_trans_id', 'The provider has no payment with this ID and amount.')
  await assertOfNoOther(context, attempt, found.invoiceNumber)
  const result = resultByStatus(found)
  return result.kind === 'approved' ? result : failField('gateway_trans_id', 'The provider has not charged this transaction.')
}

/** A charge that was made for another attempt pays that attempt. A charge by telephone has an invoice number of its own. */
async function assertOfNoOther({ transact }: PaymentContext, attempt: Attempt, invoiceNumber: string): Promise<void> {
  if (await transact((db) => isOfOther(db, attempt, { ref_id: invoiceNumber })))
    failField('gateway_trans_id', 'This transaction belongs to another payment.')
}
