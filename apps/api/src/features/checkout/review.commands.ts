/** What an admin does about a payment whose fate is not known for certain. The provider is asked before anything is decided. */
import type { AttemptRow } from '@vialdesk/contract/checkout'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'
import { redactCards } from '#api/platform/logging/redact.ts'
import { applyOutcome, setAttempt } from './apply-payment-result.commands.ts'
import { type Attempt, findAttempt, getAttemptRow, isDefinite, lockAttempt } from './attempts.queries.ts'
import { fateByStatus, lookUp } from './charge.commands.ts'
import { conclude, type Waiting } from './pay.commands.ts'
import type { Fate } from './payment-result.pure.ts'

type Told = AttemptRow & { message: string }

export interface Resolution {
  as: 'abandoned' | 'paid'
  gateway_trans_id: string
  note: string
}

/** Asks the provider once more and applies what it says. */
export async function recheck(waiting: Waiting, auditActor: AuditActor, id: string): Promise<Told> {
  const attempt = await getIdle(waiting, id)
  if (isDefinite(attempt.status)) return tell(waiting, id, 'This payment is already decided.')
  const fate = await lookUp(waiting, waiting.domain.id, attempt)
  const now = await conclude(waiting, auditActor, id, fate, { looked: true })
  return tell(
    waiting,
    id,
    isDefinite(now.status)
      ? 'The provider knows this payment. Its result is now recorded.'
      : 'The provider gave no clear answer.',
  )
}

/** Decides by hand, with a reason that is recorded. Money that the provider has is never decided away. */
export async function resolve(
  waiting: Waiting,
  auditActor: AuditActor & { actor: Actor },
  id: string,
  resolution: Resolution,
): Promise<Told> {
  if (redactCards(resolution.note) !== resolution.note) failField('note', 'Do not write card numbers here.')
  const attempt = await getIdle(waiting, id)
  if (attempt.review_note !== null && isDefinite(attempt.status)) await settleNote(waiting, auditActor, id, resolution)
  else if (isDefinite(attempt.status)) fail('conflict', { message: 'This payment is already decided.' })
  else if (resolution.as === 'abandoned') await abandon(waiting, auditActor, attempt, resolution)
  else await adopt(waiting, auditActor, attempt, resolution)
  return tell(waiting, id, 'The payment has been resolved.')
}

/** An attempt that no request is busy with. */
async function getIdle({ transact }: Waiting, id: string): Promise<Attempt> {
  const attempt = (await transact((db) => findAttempt(db, id))) ?? fail('not_found')
  return attempt.status === 'sending' && attempt.leased ? fail('in_progress') : attempt
}

const tell = async ({ transact }: Waiting, id: string, message: string): Promise<Told> => ({
  ...(await transact((db) => getAttemptRow(db, id))),
  message,
})

const recordReview = (
  db: Parameters<typeof audit>[0],
  auditActor: AuditActor,
  { invoice_id, status }: Attempt,
  resolution: Resolution,
) => audit(db, auditActor, { type: 'checkout.reviewed', before: { status }, after: { invoice_id, ...resolution } })

/** What was to be looked at has been: the attempt stays what it is. */
function settleNote({ transact }: Waiting, auditActor: AuditActor, id: string, resolution: Resolution) {
  return transact(async (db) => {
    const attempt = (await lockAttempt(db, id)) ?? fail('not_found')
    await setAttempt(db, attempt, { status: attempt.status, review_note: null })
    recordReview(db, auditActor, attempt, resolution)
  })
}

async function abandon(waiting: Waiting, auditActor: AuditActor, attempt: Attempt, resolution: Resolution): Promise<void> {
  const fate = await lookUp(waiting, waiting.domain.id, attempt)
  if (fate.kind === 'approved' || fate.kind === 'held') {
    fail('conflict', {
      message: `The provider has this payment (${fate.transId}). Void it there first, or check it again to record it.`,
    })
  }
  if (fate.kind === 'unknown' && fate.code === 'unavailable')
    fail('unavailable', { message: 'The provider cannot be reached now. Try again later.' })
  await waiting.transact(async (db) => {
    const held = (await lockAttempt(db, attempt.id)) ?? fail('not_found')
    if (isDefinite(held.status)) fail('conflict')
    await setAttempt(db, held, { status: 'abandoned', finished_at: new Date(), next_check_at: null, review_note: null })
    recordReview(db, auditActor, held, resolution)
  })
}

async function adopt(waiting: Waiting, auditActor: AuditActor, attempt: Attempt, resolution: Resolution): Promise<void> {
  const fate = await fateOf(waiting, attempt, resolution.gateway_trans_id)
  await waiting.transact(async (db) => {
    const taken = await db
      .selectFrom('checkout_attempts')
      .select('id')
      .where('domain_id', '=', db.domainId)
      .where('gateway_trans_id', '=', resolution.gateway_trans_id)
      .where('id', '<>', attempt.id)
      .executeTakeFirst()
    if (taken) failField('gateway_trans_id', 'This transaction already belongs to another payment.')
    const held = (await lockAttempt(db, attempt.id)) ?? fail('not_found')
    if (isDefinite(held.status)) fail('conflict')
    recordReview(db, auditActor, held, resolution)
    await applyOutcome(db, auditActor, attempt.id, fate)
  })
}

/** The provider must have it, as a charge of just this amount whose money is there. */
async function fateOf({ ports, domain }: Waiting, attempt: Attempt, transId: string): Promise<Fate> {
  if (transId === '') failField('gateway_trans_id', 'Enter the provider’s transaction ID.')
  const found = await ports.payments
    .get({ domainId: domain.id, transId })
    .catch((cause: unknown) => fail('unavailable', { message: 'The provider cannot be reached now. Try again later.', cause }))
  if (found?.kind !== 'charge' || found.amountCents !== attempt.amount_cents)
    return failField('gateway_trans_id', 'The provider has no payment with this ID and amount.')
  const fate = fateByStatus(found)
  return fate.kind === 'approved' ? fate : failField('gateway_trans_id', 'The provider has not charged this transaction.')
}
