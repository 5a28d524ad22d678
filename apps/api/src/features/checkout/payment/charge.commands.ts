/** Calls the payment provider, outside database transactions. A failed call does not throw: its result is `unknown`. */
import type { FastifyBaseLogger } from 'fastify'
import { ANSWER_TIMEOUT_MS, searchedSince } from '#api/features/payments/look-ups.commands.ts'
import { gatewayOf } from '#api/features/payments/payment-settings.queries.ts'
import { withTimeout } from '#api/platform/kernel/with-timeout.ts'
import type { CardSource, ChargeOutcome, GatewayTransaction, PaymentGateway } from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { Attempt } from './attempts.queries.ts'
import { LOOKUP_FAILED, NOT_CHARGED, type PaymentResult, unknownResult } from './payment-result.pure.ts'

/** Charges the attempt's amount. An amount of zero needs no card and no call to the provider. */
export async function charge(
  ports: Ports,
  domainId: number,
  attempt: Attempt,
  source: CardSource | undefined,
  { ip, log }: { ip: string | null; log: FastifyBaseLogger },
): Promise<PaymentResult> {
  if (attempt.amount_cents === 0) return { kind: 'free' }
  if (!source) return { kind: 'rejected', code: 'no_card', userMessage: 'Choose a saved card or enter a new one.' }
  const gateway = gatewayOf(ports, attempt.gateway)
  if (!gateway) return { kind: 'rejected', code: 'no_gateway', userMessage: 'Card payments are not set up yet.' }
  const order = {
    domainId,
    refId: attempt.ref_id,
    invoiceNumber: attempt.ref_id,
    amountCents: attempt.amount_cents,
    source,
    ...(ip && { ip }),
  }
  const answered = gateway.charge(order).catch((error): ChargeOutcome => {
    log.error({ err: error, attempt: attempt.id }, 'a charge failed without an answer')
    return { kind: 'unknown', code: 'network', userMessage: '', raw: {} }
  })
  const outcome = await withTimeout<ChargeOutcome | 'late'>(answered, 'late', ANSWER_TIMEOUT_MS)
  if (outcome === 'late') return unknownResult('timeout')
  // A duplicate was charged before: the result is the result of that first charge.
  return outcome.kind === 'duplicate'
    ? lookUpPayment({ ports, log }, domainId, { ...attempt, gateway_trans_id: outcome.transId })
    : resultOf(outcome)
}

function resultOf(outcome: Exclude<ChargeOutcome, { kind: 'duplicate' }>): PaymentResult {
  if (outcome.kind === 'unknown') return unknownResult(outcome.code)
  const { code, userMessage } = outcome
  if (outcome.kind === 'rejected') return { kind: 'rejected', code, userMessage }
  const { kind, transId, avs, cvv } = outcome
  if (kind === 'declined') return { kind, code, userMessage, transId, avs, cvv }
  return { kind, code, userMessage, transId: outcome.transId, brand: outcome.brand, last4: outcome.last4, avs, cvv }
}

type SentAttempt = Pick<
  Attempt,
  | 'id'
  | 'ref_id'
  | 'amount_cents'
  | 'gateway'
  | 'gateway_trans_id'
  | 'created_at'
  | 'order'
  | 'status'
  | 'leased'
  | 'outcome_code'
>

/** Asks the provider for the result of an attempt. Several charges of one attempt are `unknown`: an admin must decide. */
export async function lookUpPayment(
  { ports, log }: { ports: Ports; log: Pick<FastifyBaseLogger, 'warn'> },
  domainId: number,
  attempt: SentAttempt,
): Promise<PaymentResult> {
  if (attempt.amount_cents === 0) return { kind: 'free' }
  const gateway = gatewayOf(ports, attempt.gateway)
  if (!gateway) return unknownResult('other_gateway')
  try {
    const found = await findCharges(gateway, domainId, attempt)
    if (found.length > 1) return unknownResult('several')
    if (found[0]) return resultOfCharge(found[0], attempt)
    return (await closeInterrupted(gateway, domainId, attempt)) ? NOT_CHARGED : unknownResult('not_found')
  } catch (error) {
    log.warn({ err: error, attempt: attempt.id }, 'a payment could not be looked up at the provider')
    return unknownResult(LOOKUP_FAILED)
  }
}

/** The process died, or lost its connection, before the gateway answered. */
const NO_ANSWER: readonly (string | null)[] = [null, 'network']

/**
 * Ends a payment that was interrupted on our side before the gateway charged it, so that nobody has to look after it. Only some gateways
 * can promise that a request which is still under way is not charged later. A time-out or a broken answer is a fault of the gateway:
 * it could be closed as safely, but an admin must see such a fault, so it is left for review.
 */
async function closeInterrupted(gateway: PaymentGateway, domainId: number, attempt: SentAttempt): Promise<boolean> {
  const { status, leased, outcome_code, gateway_trans_id, ref_id } = attempt
  const isUndecided = status === 'unknown' || (status === 'sending' && !leased)
  if (!isUndecided || !NO_ANSWER.includes(outcome_code) || gateway_trans_id || !gateway.closeUncharged) return false
  return gateway.closeUncharged({ domainId, invoiceNumber: ref_id })
}

async function findCharges(gateway: PaymentGateway, domainId: number, attempt: SentAttempt): Promise<GatewayTransaction[]> {
  if (attempt.gateway_trans_id) {
    const known = await gateway.get({ domainId, transId: attempt.gateway_trans_id })
    return known ? [known] : []
  }
  return gateway.find({
    domainId,
    invoiceNumber: attempt.ref_id,
    amountCents: attempt.amount_cents,
    since: searchedSince(attempt.created_at),
    ...(attempt.order.customer_id && { customerId: attempt.order.customer_id }),
  })
}

function resultOfCharge(found: GatewayTransaction, attempt: Pick<SentAttempt, 'ref_id' | 'amount_cents'>): PaymentResult {
  if (found.invoiceNumber !== attempt.ref_id || found.amountCents !== attempt.amount_cents) return unknownResult('mismatch')
  return resultByStatus(found)
}

/** Translates the status of a charge at the provider into a result. */
export function resultByStatus({ transId, code, brand, last4, avs, cvv, status }: GatewayTransaction): PaymentResult {
  const kept = { transId, brand, last4, avs, cvv, code }
  if (status === 'settled' || status === 'unsettled')
    return { kind: 'approved', ...kept, userMessage: 'The payment was approved.' }
  if (status === 'held') return { kind: 'held', ...kept, userMessage: 'The payment is being reviewed.' }
  if (status === 'declined') return { kind: 'declined', ...kept, userMessage: 'The card was declined.' }
  if (status === 'voided') return { kind: 'declined', ...kept, userMessage: 'The payment was taken back: nothing was charged.' }
  return unknownResult('failed')
}
