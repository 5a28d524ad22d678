/**
 * After the provider answered, by whichever way the answer came: the request, the recovery job, a second look or a person. One
 * command for all, safe to repeat: the attempt is held while it decides, and what is decided stays.
 */
import { sql, type UpdateObject } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { type Attempt, type AttemptStatus, isDefinite, lockAttempt } from './attempts.queries.ts'
import { BACK_OFF_MINUTES, type Fate, type FateOf } from './payment-result.pure.ts'
import { patientOf, recordSale } from './record-sale.commands.ts'
import { tellOfReview, tellOfSale } from './sale-notifications.commands.ts'
import { enqueueSettling } from './start-attempt.commands.ts'

/** `looked`: the fate was asked for, not answered at once; only so many looks are taken before a person is asked. */
export interface Looked {
  looked: boolean
}

/** Applies what became of an attempt and answers how it stands now. */
export async function applyOutcome(
  db: Db,
  auditActor: AuditActor,
  attemptId: string,
  fate: Fate,
  { looked }: Looked = { looked: false },
): Promise<Attempt> {
  const attempt = (await lockAttempt(db, attemptId)) ?? fail('not_found')
  if (attempt.status === 'approved') return attempt
  if (fate.kind === 'approved' || fate.kind === 'free') {
    return isDefinite(attempt.status) ? noteLateMoney(db, auditActor, attempt, fate) : approve(db, auditActor, attempt, fate)
  }
  if (isDefinite(attempt.status)) return attempt
  if (fate.kind === 'declined' || fate.kind === 'rejected') return decline(db, auditActor, attempt, fate)
  return wait(db, attempt, fate, looked)
}

type Values = UpdateObject<Tables, 'checkout_attempts'>

/** Changes an attempt and answers it is now. */
export async function setAttempt(db: Db, attempt: Attempt, values: Values & { status: AttemptStatus }): Promise<Attempt> {
  await db
    .updateTable('checkout_attempts')
    .set(values)
    .where('domain_id', '=', db.domainId)
    .where('id', '=', attempt.id)
    .execute()
  return (await lockAttempt(db, attempt.id)) as Attempt
}

const told = (fate: Fate) =>
  fate.kind === 'free'
    ? { outcome_code: 'free', user_message: null }
    : {
        outcome_code: fate.code,
        user_message: fate.userMessage,
        ...('transId' in fate && fate.transId && { gateway_trans_id: fate.transId }),
        ...('avs' in fate && fate.avs && { avs: fate.avs }),
        ...('cvv' in fate && fate.cvv && { cvv: fate.cvv }),
        ...('brand' in fate && { card_brand: fate.brand, card_last4: fate.last4 }),
      }

const recordEnd = (db: Db, auditActor: AuditActor, { invoice_id, attempt_no, status, outcome_code, review_note }: Attempt) =>
  audit(db, auditActor, {
    type: 'checkout.finished',
    after: { invoice_id, attempt_no, status, outcome_code, ...(review_note && { review_note }) },
  })

async function approve(db: Db, auditActor: AuditActor, attempt: Attempt, fate: FateOf<'approved' | 'free'>): Promise<Attempt> {
  const { patientId, note } = await patientOf(db, auditActor, attempt)
  const transactionId = await recordSale(db, attempt, patientId, fate)
  const { invoice_id, order } = attempt
  audit(db, auditActor, {
    type: 'transaction.recorded',
    subject: transactionId,
    ...(patientId !== null && { patient: patientId }),
    after: { invoice_id, product_id: order.product_id, quantity: order.quantity },
  })
  const approved = await setAttempt(db, attempt, {
    status: 'approved',
    ...told(fate),
    transaction_id: transactionId,
    finished_at: sql`now()`,
    next_check_at: null,
    review_note: note,
  })
  recordEnd(db, auditActor, approved)
  await db.enqueue('checkout.send_receipt', { transaction_id: transactionId }, { key: `checkout.send_receipt:${transactionId}` })
  await tellOfSale(db, attempt, transactionId)
  return approved
}

async function decline(
  db: Db,
  auditActor: AuditActor,
  attempt: Attempt,
  fate: FateOf<'declined' | 'rejected'>,
): Promise<Attempt> {
  const ended = await setAttempt(db, attempt, {
    status: fate.kind,
    ...told(fate),
    finished_at: sql`now()`,
    next_check_at: null,
    review_note: null,
  })
  recordEnd(db, auditActor, ended)
  return ended
}

/** Not decided yet: it is looked up again, less and less often, and in the end by a person. It is never forgotten. */
async function wait(db: Db, attempt: Attempt, fate: FateOf<'held' | 'unknown'>, looked: boolean): Promise<Attempt> {
  const checks = attempt.checks + (looked ? 1 : 0)
  // What a held payment was called at the provider stays known when a later look learns nothing.
  const said = fate.kind === 'unknown' && attempt.gateway_trans_id ? {} : told(fate)
  const status: AttemptStatus = fate.kind === 'unknown' && attempt.status === 'held' ? 'held' : fate.kind
  if (attempt.status === 'review') return setAttempt(db, attempt, { status: 'review', ...said, checks })
  const minutes = BACK_OFF_MINUTES[checks]
  if (minutes === undefined || (fate.kind === 'unknown' && fate.code === 'several')) {
    return putUnderReview(db, attempt, { ...said, checks }, 'The provider gave no clear answer to any check.')
  }
  await enqueueSettling(db, attempt.id, new Date(Date.now() + minutes * 60_000))
  return setAttempt(db, attempt, { status, ...said, checks, next_check_at: sql`now() + make_interval(mins => ${minutes})` })
}

async function putUnderReview(db: Db, attempt: Attempt, values: Values, note: string): Promise<Attempt> {
  if (attempt.status !== 'review') await tellOfReview(db, attempt)
  return setAttempt(db, attempt, { ...values, status: 'review', next_check_at: null, review_note: note })
}

/** The provider has taken money for an attempt that was closed without: a person must decide. */
async function noteLateMoney(
  db: Db,
  auditActor: AuditActor,
  attempt: Attempt,
  fate: FateOf<'approved' | 'free'>,
): Promise<Attempt> {
  if (fate.kind === 'free' || attempt.review_note !== null) return attempt
  const noted = await setAttempt(db, attempt, {
    status: attempt.status,
    ...told(fate),
    review_note: 'The provider charged this payment after it was marked as not paid. Void or refund it there.',
  })
  recordEnd(db, auditActor, noted)
  await tellOfReview(db, attempt)
  return noted
}

/** For an answer that can not be recorded however often it is tried: a person is told, with all that is known. */
export async function reviewInstead(db: Db, auditActor: AuditActor, attemptId: string, fate: Fate): Promise<Attempt> {
  const attempt = (await lockAttempt(db, attemptId)) ?? fail('not_found')
  if (isDefinite(attempt.status)) return attempt
  const reviewed = await putUnderReview(
    db,
    attempt,
    {},
    `The provider’s answer (${fate.kind}${'transId' in fate && fate.transId ? ` ${fate.transId}` : ''}) could not be recorded. Check again. If it fails again, ask for help.`,
  )
  recordEnd(db, auditActor, reviewed)
  return reviewed
}
