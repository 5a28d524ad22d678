/**
 * A payment in three steps: save the attempt (first transaction), call the provider (no open transaction), apply the result (second
 * transaction). If the process dies in between, the job that the first transaction queued finishes the payment.
 */
import { createHmac } from 'node:crypto'
import { CHECKOUT_CONFIRMING, type Checkout, type CheckoutAnswer } from '@vialdesk/contract/money/checkout'
import type { GatewayName } from '@vialdesk/contract/money/payments'
import type { FastifyBaseLogger } from 'fastify'
import { type Db, type RequestOrigin, SYSTEM_ACTOR } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { BuyerKind, Purchase } from '#api/features/checkout/order/buyer.pure.ts'
import { createPatientDocuments } from '#api/features/documents/requests/patient-documents.commands.ts'
import { countDecline, declineKeysOf } from '#api/features/payments/declined-cards.commands.ts'
import { findGatewayName, gatewayOf } from '#api/features/payments/payment-settings.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { ApiError, fail, failField } from '#api/platform/kernel/fail.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'
import type { BillingAddress, CardSource } from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { applyPaymentResult, type ResultSource, sendToReview } from './apply-payment-result.commands.ts'
import { type Attempt, isInterrupted } from './attempts.queries.ts'
import { charge } from './charge.commands.ts'
import { NOT_CHARGED, type PaymentResult } from './payment-result.pure.ts'
import { startAttempt, successAnswer } from './start-attempt.commands.ts'

export interface PaymentContext {
  ports: Ports
  log: FastifyBaseLogger
  domain: { id: number }
  transact: RunInTransaction
}

/** Pays, or repeats the answer to the same earlier payment. Never pays twice. Answers `pending` while the result is not known. */
export async function pay(
  context: PaymentContext & { auditActor: RequestOrigin },
  actor: Actor,
  body: Checkout,
  buyerKind: BuyerKind,
): Promise<CheckoutAnswer> {
  const { ports, transact, domain, log, auditActor } = context
  const { purchase, card, savedCard, cardName } = splitCardFromOrder(body)
  const declineKeys = declineKeysOf(ports.secretKey, { domainId: domain.id, card: cardName, ip: auditActor.ip })
  const hash = createHmac('sha256', ports.secretKey)
    .update(JSON.stringify(['checkout', buyerKind, actor.id, purchase]))
    .digest()
  const gateway = await transact(findGatewayName)
  if (card?.kind === 'card') await assertTakesCards(context, gateway)
  const started = await transact((db) => startAttempt(db, actor, { purchase, buyerKind, hash, gateway, savedCard, declineKeys }))
  if ('previousAnswer' in started) return started.previousAnswer
  const { attempt } = started
  const customerId = attempt.order.customer_id
  const source: CardSource | undefined =
    savedCard !== undefined && customerId !== null ? { kind: 'saved', customerId, cardId: savedCard } : card
  const result = await charge(ports, domain.id, attempt, source, { ip: auditActor.ip, log })
  try {
    const applied = await applyResultOrReview(context, attempt.id, result)
    if (result.kind === 'declined') await transact((db) => countDecline(db, declineKeys)).catch(logUncounted(log, attempt.id))
    return await answerFor(context, actor, applied)
  } catch (error) {
    if (error instanceof ApiError) throw error
    // The card may be charged, so the payer gets 'pending' and not an error. The job applies the result later.
    log.error({ err: error, attempt: attempt.id }, 'the result of a payment could not be saved yet')
    return pendingAnswer(attempt)
  }
}

/** The decline is stored by now, so its payer gets the right answer all the same. */
const logUncounted = (log: FastifyBaseLogger, attempt: string) => (error: unknown) =>
  log.error({ err: error, attempt }, 'a declined card could not be counted')

/** Refuses a card number when the gateway takes cards in the browser only. A gateway that is not set up refuses the payment later. */
async function assertTakesCards({ ports, domain }: PaymentContext, gateway: GatewayName): Promise<void> {
  const entry = await gatewayOf(ports, gateway)?.cardEntry(domain.id)
  if (entry?.kind === 'token')
    failField('credit_card', 'Card numbers are not accepted here. Reload the page and enter the card again.')
}

/** Separates the card from the purchase. Only the purchase may be stored, hashed or audited. */
export function splitCardFromOrder({
  credit_card,
  opaque_data,
  auth_customer_payment_profile_validation: saved,
  ...purchase
}: Checkout): {
  purchase: Purchase
  card: CardSource | undefined
  savedCard: string | undefined
  /** The number, or the id of a saved card: only its hash may be stored. Unknown for a card that the browser has sealed. */
  cardName: string | undefined
} {
  if (saved) return { purchase, card: undefined, savedCard: saved, cardName: `saved ${saved}` }
  if (opaque_data) {
    const { data_descriptor: descriptor, data_value: value } = opaque_data
    const card: CardSource = { kind: 'nonce', descriptor, value, billTo: billTo('', purchase) }
    return { purchase, card, savedCard: undefined, cardName: undefined }
  }
  if (!credit_card) return { purchase, card: undefined, savedCard: undefined, cardName: undefined }
  const { full_name, card_number: number, expiration_date: expiry, cvc } = credit_card
  const card = new CardSecret({ number, expiry, cvc })
  return {
    purchase,
    card: { kind: 'card', card, billTo: billTo(full_name, purchase) },
    savedCard: undefined,
    cardName: number,
  }
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

/** PostgreSQL's error classes 22 and 23: the data is invalid, so a repetition fails too. */
const isPermanentError = (error: unknown) => error instanceof ApiError || /^2[23]/.test((error as { code?: string }).code ?? '')

/** Applies a result. A result that can never be saved goes to review, so that no payment is lost. */
export async function applyResultOrReview(
  { transact, log }: Pick<PaymentContext, 'transact' | 'log'>,
  id: string,
  result: PaymentResult,
  source?: ResultSource,
): Promise<Attempt> {
  try {
    return await transact((db) => applyPaymentResult(db, id, result, source))
  } catch (error) {
    if (!isPermanentError(error)) throw error
    log.error({ err: error, attempt: id }, 'the result of a payment cannot be saved')
    return transact((db) => sendToReview(db, id, result))
  }
}

const pendingAnswer = ({ invoice_id }: Attempt): CheckoutAnswer => ({
  code: 'pending',
  message: CHECKOUT_CONFIRMING,
  error_message: '',
  invoice_id,
  transaction_id: null,
  purchase: null,
})

/** The sale has queued the documents of its new patient. Created now, they are counted in the answer; else the job creates them. */
async function createDocumentsNow(
  { transact, log }: PaymentContext,
  { id, order, user_id, transaction_id }: Attempt,
): Promise<void> {
  if (!order.new_patient || !order.required_signature) return
  const create = async (db: Db) => {
    const { patient_id } = await db.getRow('transactions', ['patient_id'], { id: transaction_id as number })
    if (patient_id !== null) await createPatientDocuments(db.as(SYSTEM_ACTOR), { patientId: patient_id, requestedBy: user_id })
  }
  await transact(create).catch((error: unknown) => log.error({ err: error, attempt: id }, 'documents could not be created yet'))
}

async function answerFor(context: PaymentContext, actor: Actor, attempt: Attempt): Promise<CheckoutAnswer> {
  if (attempt.status === 'approved') {
    await createDocumentsNow(context, attempt)
    return context.transact((db) => successAnswer(db, actor, attempt))
  }
  if (isInterrupted(attempt)) return fail('unavailable', { message: NOT_CHARGED.userMessage })
  if (attempt.status === 'declined' || attempt.status === 'rejected') {
    return fail('payment_declined', attempt.user_message ? { message: attempt.user_message } : {})
  }
  return pendingAnswer(attempt)
}
