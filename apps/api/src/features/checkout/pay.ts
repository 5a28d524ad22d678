/**
 * A payment from end to end: an attempt is written down (one transaction), the provider is asked (none is open), what it said is
 * recorded (another one). Whatever dies in between is finished by the job that the first transaction put on the queue.
 */
import { createHmac } from 'node:crypto'
import { CHECKOUT_UNSURE, type Checkout, type CheckoutAnswer } from '@vialdesk/contract/checkout'
import type { FastifyBaseLogger } from 'fastify'
import { CardSecret } from '#api/adapters/payments/card-secret.ts'
import type { BillingAddress, CardSource } from '#api/adapters/payments/port.ts'
import type { Transact } from '#api/db/transaction.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail, Refusal } from '#api/platform/fail.ts'
import type { Ports } from '#api/platform/ports.ts'
import type { Doer } from '#api/platform/record.ts'
import type { Attempt } from './attempts.queries.ts'
import { startAttempt, successAnswer } from './checkout.commands.ts'
import type { Fate } from './fates.ts'
import type { Purchase } from './order.queries.ts'
import { applyOutcome, type Looked, reviewInstead } from './outcome.commands.ts'
import { charge } from './provider.ts'

export interface Waiting {
  ports: Ports
  log: FastifyBaseLogger
  domain: { id: number }
  transact: Transact
}

/** Pays, or says what became of the same payment before. Answers `pending` when that is not known yet; never pays twice. */
export async function pay(waiting: Waiting, doer: Doer, actor: Actor, body: Checkout): Promise<CheckoutAnswer> {
  const { ports, transact, domain, log } = waiting
  const { purchase, card, savedCard } = takeCard(body)
  const hash = createHmac('sha256', ports.secretKey)
    .update(JSON.stringify(['checkout', actor.id, purchase]))
    .digest()
  const started = await transact((db) => startAttempt(db, doer, actor, { purchase, hash, gateway: ports.gatewayName, savedCard }))
  if ('replay' in started) return started.replay
  const { attempt } = started
  const customerId = attempt.order.customer_id
  const source: CardSource | undefined =
    savedCard !== undefined && customerId !== null ? { kind: 'saved', customerId, cardId: savedCard } : card
  const fate = await charge(ports, domain.id, attempt, source, { ip: doer.address, log })
  try {
    return answerOf(await conclude(waiting, doer, attempt.id, fate))
  } catch (error) {
    if (error instanceof Refusal) throw error
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
const isLasting = (error: unknown) => error instanceof Refusal || /^2[23]/.test((error as { code?: string }).code ?? '')

/** Records what became of an attempt; what can never be recorded goes to a person, so that no payment is lost. */
export async function conclude(
  { transact, log }: Pick<Waiting, 'transact' | 'log'>,
  doer: Doer,
  id: string,
  fate: Fate,
  looked?: Looked,
): Promise<Attempt> {
  try {
    return await transact((db) => applyOutcome(db, doer, id, fate, looked))
  } catch (error) {
    if (!isLasting(error)) throw error
    log.error({ err: error, attempt: id }, 'the outcome of a payment can not be recorded')
    return transact((db) => reviewInstead(db, doer, id, fate))
  }
}

const pendingAnswer = ({ invoice_id }: Attempt): CheckoutAnswer => ({
  code: 'pending',
  message: CHECKOUT_UNSURE,
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
