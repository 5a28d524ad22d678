/**
 * Applies a payment result to its attempt, whether the result comes from the request, the recovery job or an admin. It is safe to
 * repeat: the attempt is locked, and a final status never changes.
 */
import { sql, type UpdateObject } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { enqueueLookUp, LOOKUP_DELAYS_MINUTES } from '#api/features/payments/look-ups.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type Attempt, type AttemptStatus, isFinal, lockAttempt } from './attempts.queries.ts'
import { LOOKUP_FAILED, type PaymentResult, type PaymentResultOf } from './payment-result.pure.ts'
import { findOrCreatePatient, notifyPaymentReview, notifySale, recordSale } from './record-sale.commands.ts'
import { releaseReservations } from './start-attempt.commands.ts'

/** `fromLookup`: the result comes from a lookup after the charge. Lookups are counted; after the last one, an admin reviews. */
export interface ResultSource {
  fromLookup: boolean
}

/** Returns the attempt as it is after the result is applied. */
export async function applyPaymentResult(
  db: Db,
  attemptId: string,
  result: PaymentResult,
  { fromLookup }: ResultSource = { fromLookup: false },
): Promise<Attempt> {
  const attempt = (await lockAttempt(db, attemptId)) ?? fail('not_found')
  if (attempt.status === 'approved') return attempt
  if (result.kind === 'approved' || result.kind === 'free') {
    return isFinal(attempt.status) ? reviewLateCharge(db, attempt, result) : approve(db, attempt, result)
  }
  if (isFinal(attempt.status)) return endChecks(db, attempt)
  if (result.kind === 'declined' || result.kind === 'rejected') return decline(db, attempt, result)
  return scheduleLookupOrReview(db, attempt, result, fromLookup)
}

type AttemptValues = UpdateObject<Tables, 'checkout_attempts'>

/** Changes an attempt and returns the new row. */
export async function updateAttempt(
  db: Db,
  attempt: Attempt,
  values: AttemptValues & { status: AttemptStatus },
): Promise<Attempt> {
  await db.updateRows('checkout_attempts', { id: attempt.id }, values)
  return (await lockAttempt(db, attempt.id)) as Attempt
}

/** A notice of the gateway asked for one more check of a payment that was decided or waits for an admin. It is done. */
const endChecks = async (db: Db, attempt: Attempt): Promise<Attempt> =>
  attempt.next_check_at === null ? attempt : updateAttempt(db, attempt, { status: attempt.status, next_check_at: null })

const resultColumns = (result: PaymentResult) =>
  result.kind === 'free'
    ? { outcome_code: 'free', user_message: null }
    : {
        outcome_code: result.code,
        user_message: result.userMessage,
        ...('transId' in result && result.transId && { gateway_trans_id: result.transId }),
        ...('avs' in result && result.avs && { avs: result.avs }),
        ...('cvv' in result && result.cvv && { cvv: result.cvv }),
        ...('brand' in result && { card_brand: result.brand, card_last4: result.last4 }),
      }

const auditFinished = (db: Db, { invoice_id, attempt_no, status, outcome_code, review_note }: Attempt) =>
  audit(db, {
    type: 'checkout.finished',
    after: { invoice_id, attempt_no, status, outcome_code, ...(review_note && { review_note }) },
  })

async function approve(db: Db, attempt: Attempt, result: PaymentResultOf<'approved' | 'free'>): Promise<Attempt> {
  const { patientId, note } = await findOrCreatePatient(db, attempt)
  const transactionId = await recordSale(db, attempt, patientId, result)
  const { invoice_id, order } = attempt
  audit(db, {
    type: 'transaction.recorded',
    subject: transactionId,
    ...(patientId !== null && { patient: patientId }),
    after: { invoice_id, product_id: order.product_id, quantity: order.quantity },
  })
  const approved = await updateAttempt(db, attempt, {
    status: 'approved',
    ...resultColumns(result),
    transaction_id: transactionId,
    finished_at: sql`now()`,
    next_check_at: null,
    review_note: note,
  })
  auditFinished(db, approved)
  await db.enqueue('checkout.send_receipt', { transaction_id: transactionId }, { key: `checkout.send_receipt:${transactionId}` })
  await notifySale(db, attempt, transactionId)
  return approved
}

async function decline(db: Db, attempt: Attempt, result: PaymentResultOf<'declined' | 'rejected'>): Promise<Attempt> {
  await releaseReservations(db, attempt)
  const ended = await updateAttempt(db, attempt, {
    status: result.kind,
    ...resultColumns(result),
    finished_at: sql`now()`,
    next_check_at: null,
    review_note: null,
  })
  auditFinished(db, ended)
  return ended
}

/** An undecided payment is looked up again at growing intervals. After the last lookup, an admin reviews it. */
async function scheduleLookupOrReview(
  db: Db,
  attempt: Attempt,
  result: PaymentResultOf<'held' | 'unknown'>,
  fromLookup: boolean,
): Promise<Attempt> {
  const checks = attempt.checks + (fromLookup ? 1 : 0)
  // A lookup without a result keeps the provider's id of a held payment. A failed lookup keeps the result of the charge.
  const saysNothing = attempt.gateway_trans_id !== null || (result.code === LOOKUP_FAILED && attempt.status !== 'review')
  const columns = result.kind === 'unknown' && saysNothing ? {} : resultColumns(result)
  const status: AttemptStatus = result.kind === 'unknown' && attempt.status === 'held' ? 'held' : result.kind
  if (attempt.status === 'review')
    return updateAttempt(db, attempt, { status: 'review', ...columns, checks, next_check_at: null })
  const minutes = LOOKUP_DELAYS_MINUTES[checks]
  if (minutes === undefined || (result.kind === 'unknown' && result.code === 'several')) {
    return startReview(db, attempt, { ...columns, checks }, 'The provider gave no clear answer to any check.')
  }
  await enqueueLookUp(db, 'payment', attempt.id, new Date(Date.now() + minutes * 60_000))
  return updateAttempt(db, attempt, { status, ...columns, checks, next_check_at: sql`now() + make_interval(mins => ${minutes})` })
}

async function startReview(db: Db, attempt: Attempt, values: AttemptValues, note: string): Promise<Attempt> {
  if (attempt.status !== 'review') await notifyPaymentReview(db, attempt)
  return updateAttempt(db, attempt, { ...values, status: 'review', next_check_at: null, review_note: note })
}

/** The provider charged an attempt that was closed as not paid: an admin must decide. */
async function reviewLateCharge(db: Db, attempt: Attempt, result: PaymentResultOf<'approved' | 'free'>): Promise<Attempt> {
  if (result.kind === 'free' || attempt.review_note !== null) return endChecks(db, attempt)
  const updated = await updateAttempt(db, attempt, {
    status: attempt.status,
    ...resultColumns(result),
    next_check_at: null,
    review_note: 'The provider charged this payment after it was marked as not paid. Void or refund it there.',
  })
  auditFinished(db, updated)
  await notifyPaymentReview(db, attempt)
  return updated
}

/** For a result that cannot be saved, however often it is tried: admins are notified, with everything that is known. */
export async function sendToReview(db: Db, attemptId: string, result: PaymentResult): Promise<Attempt> {
  const attempt = (await lockAttempt(db, attemptId)) ?? fail('not_found')
  if (isFinal(attempt.status)) return attempt
  const reviewed = await startReview(
    db,
    attempt,
    {},
    `The provider’s answer (${result.kind}${'transId' in result && result.transId ? ` ${result.transId}` : ''}) could not be recorded. Check again. If it fails again, ask for help.`,
  )
  auditFinished(db, reviewed)
  return reviewed
}
