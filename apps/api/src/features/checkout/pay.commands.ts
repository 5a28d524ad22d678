/**
 * A payment from end to end: an attempt is written down (one transaction), the provider is asked (none is open), what it said is
 * recorded (another one). Whatever dies in between is finished by the job that the first transaction put on the queue.
 */
import { createHmac } from 'node:crypto'
import { CHECKOUT_CONFIRMING, type Checkout, type CheckoutAnswer } from '@vialdesk/contract/checkout'
import type { FastifyBaseLogger } from 'fastify'
import { CardSecret } from '#api/adapters/payments/card-secret.ts'
import type { BillingAddress, CardSource } from '#api/adapters/payments/port.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { AuditActor } from '#api/platform/audit/audit.ts'
import { ApiError, fail } from '#api/platform/http/errors/fail.ts'
import type { Ports } from '#api/platform/ports.ts'
import { applyOutcome, type Looked, reviewInstead } from './apply-payment-result.commands.ts'
import type { Attempt } from './attempts.queries.ts'
import { charge } from './charge.commands.ts'
import type { Purchase } from './make-order.commands.ts'
import type { Fate } from './payment-result.pure.ts'
import { startAttempt, successAnswer } from './start-attempt.commands.ts'

export interface Waiting {
  ports: Ports
  log: FastifyBaseLogger
  domain: { id: number }
  transact: RunInTransaction
}

/** Pays, or says what became of the same payment before. Answers `pending` when that is not known yet; never pays twice. */
export async function pay(waiting: Waiting, auditActor: AuditActor, actor: Actor, body: Checkout): Promise<CheckoutAnswer> {
  const { ports, transact, domain, log } = waiting
  const { purchase, card, savedCard } = takeCard(body)
  const hash = createHmac('sha256', ports.secretKey)
    .update(JSON.stringify(['checkout', actor.id, purchase]))
    .digest()
  const started = await transact((db) =>
    startAttempt(db, auditActor, actor, { purchase, hash, gateway: ports.gatewayName, savedCard }),
  )
  if ('replay' in started) return started.replay
  const { attempt } = started
  const customerId = attempt.order.customer_id
  const source: CardSource | undefined =
    savedCard !== undefined && customerId !== null ? { kind: 'saved', customerId, cardId: savedCard } : card
  const fate = await charge(ports, domain.id, attempt, source, { ip: auditActor.ip, log })
  try {
    return answerOf(await conclude(waiting, auditActor, attempt.id, fate))
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The money may be taken: the job will record it. To the payer it is a payment that is being confirmed.
    log.error({ err: error, attempt: attempt.id }, 'the outcome of a payment could not be recorded yet')
    return pendingAnswer(attempt)
  }
}

/** Separates the card from all that may be kept, hashed or noted. */
export function takeCard({ credit_card, auth_customer_payment_profile_validation: saved, ...purchase }: Checkout): {
  purchase: Purchase
  card: CardSource | undefined
  savedCard: string | undefined
} {
  if (saved) return { purchase, card: undefined, savedCard: saved }
  if (!credit_card) return { purchase, card: undefined, savedCard: undefined }
  const { full_name, card_number: number, expiration_date: expiry, cvc } = credit_card
  const card = new CardSecret({ number, expiry, cvc })
  return { purchase, card: { kind: 'card', card, billTo: billTo(full_name, purchase) }, savedCard: undefined }
}

function billTo(fullName: string, { addressInfo }: Purchase): BillingAddress {
  const names = fullName.split(/\s+/)
  return {
    firstName: names.slice(0, -1).join(' ') || fullName,
    lastName: names.length > 1 ? (names.at(-1) as string) : '',
    address: addressInfo.address1,
    city: addressInfo.city,
    state: addressInfo.state,
    zip: addressInfo.zip_code,
    country: addressInfo.country_desc,
  }
}

/** PostgreSQL's classes of errors that repeating does not cure: the data does not fit. */
const isLasting = (error: unknown) => error instanceof ApiError || /^2[23]/.test((error as { code?: string }).code ?? '')

/** Records what became of an attempt; what can never be recorded goes to a person, so that no payment is lost. */
export async function conclude(
  { transact, log }: Pick<Waiting, 'transact' | 'log'>,
  auditActor: AuditActor,
  id: string,
  fate: Fate,
  looked?: Looked,
): Promise<Attempt> {
  try {
    return await transact((db) => applyOutcome(db, auditActor, id, fate, looked))
  } catch (error) {
    if (!isLasting(error)) throw error
    log.error({ err: error, attempt: id }, 'the outcome of a payment can not be recorded')
    return transact((db) => reviewInstead(db, auditActor, id, fate))
  }
}

const pendingAnswer = ({ invoice_id }: Attempt): CheckoutAnswer => ({
  code: 'pending',
  message: CHECKOUT_CONFIRMING,
  error_message: '',
  invoice_id,
  transaction_id: null,
})

function answerOf(attempt: Attempt): CheckoutAnswer {
  if (attempt.status === 'approved') return successAnswer(attempt)
  if (attempt.status === 'declined' || attempt.status === 'rejected') {
    return fail('payment_declined', attempt.user_message ? { message: attempt.user_message } : {})
  }
  return pendingAnswer(attempt)
}
