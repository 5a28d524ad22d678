/** Asks the payment provider for a refund or a void, outside database transactions. Nothing here throws. */
import type { FastifyBaseLogger } from 'fastify'
import { ANSWER_TIMEOUT_MS, searchedSince } from '#api/features/payments/look-ups.commands.ts'
import { gatewayOf } from '#api/features/payments/payment-settings.queries.ts'
import type { LockedSale } from '#api/features/transactions/lock-sale.queries.ts'
import { withTimeout } from '#api/platform/kernel/with-timeout.ts'
import type { GatewayTransaction, PaymentGateway } from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import {
  ALREADY_SETTLED,
  NOT_SETTLED,
  REFUSAL_IS_FINAL_AFTER_MS,
  type RefundResult,
  resultOfOutcome,
  resultOfRefund,
} from './refund-result.pure.ts'
import type { RefundRow } from './refunds.queries.ts'

export interface RefundContext {
  ports: Pick<Ports, 'payments'>
  log: Pick<FastifyBaseLogger, 'warn'>
  domain: { id: number }
}

/** A refund with what the provider must know of its sale. */
export interface SentRefund {
  refund: RefundRow
  sale: Pick<LockedSale, 'charged_cents' | 'gateway' | 'gateway_trans_id' | 'card_last4'>
}

interface Sending extends SentRefund {
  gateway: PaymentGateway
  domainId: number
  transId: string
}

/** Sends a new refund. The provider is asked for the state of the payment first, so that a refusal has a clear reason. */
export const sendRefund = (context: RefundContext, sent: SentRefund): Promise<RefundResult> =>
  withGateway(context, sent, async (sending) => {
    const charge = await sending.gateway.get(sending)
    const refusal = charge && refusalOf(sending.refund, charge)
    if (refusal) return refusal
    return charge?.status === 'voided' ? doneVoid(charge) : order(sending)
  })

/** Finds the result of a refund that may have been sent; sends it again if the provider does not know it. */
export const lookUpRefund = (context: RefundContext, sent: SentRefund): Promise<RefundResult> =>
  withGateway(context, sent, async (sending) => {
    const { refund, gateway } = sending
    const found = refund.kind === 'refund' && (await findRefund(sending))
    if (found) return resultOfRefund(found, refund.amount_cents)
    const charge = await gateway.get(sending)
    // Another account at the provider, or a wrong answer: a new order could give the money back twice.
    if (!charge) return { kind: 'unknown', code: 'no_charge' }
    if (refund.kind === 'void' && charge.status === 'voided') return doneVoid(charge)
    const refusal = refusalOf(refund, charge)
    if (refusal) return refusal
    const result = await order(sending)
    // The first order may have worked, and may not be found yet: a refusal of the second is believed after some time only.
    const isEarly = Date.now() - new Date(refund.created_at).getTime() < REFUSAL_IS_FINAL_AFTER_MS
    return result.kind === 'refused' && isEarly ? { kind: 'unknown', code: result.code } : result
  })

const doneVoid = ({ code, transId }: GatewayTransaction): RefundResult => ({ kind: 'done', code, transId })

/** What the state of the charge rules out, whatever was sent before. */
function refusalOf({ kind }: RefundRow, { status }: GatewayTransaction): RefundResult | undefined {
  if (kind === 'void' && status === 'settled') return { kind: 'refused', code: 'settled', message: ALREADY_SETTLED }
  if (kind === 'refund' && (status === 'unsettled' || status === 'held'))
    return { kind: 'refused', code: 'not_settled', message: NOT_SETTLED }
  if (kind === 'refund' && status === 'voided')
    return { kind: 'refused', code: 'voided', message: 'This payment is voided at the provider. Void it here, too.' }
  return undefined
}

async function withGateway(
  { ports, log, domain }: RefundContext,
  sent: SentRefund,
  work: (sending: Sending) => Promise<RefundResult>,
): Promise<RefundResult> {
  const { sale, refund } = sent
  // A free order is cancelled here only: the provider does not know it.
  if (sale.charged_cents === 0) return { kind: 'done', code: 'free', transId: null }
  const gateway = gatewayOf(ports, sale.gateway ?? '')
  if (!gateway || sale.gateway_trans_id === null) return { kind: 'unknown', code: 'no_gateway' }
  const answered = work({ ...sent, gateway, domainId: domain.id, transId: sale.gateway_trans_id }).catch(
    (error): RefundResult => {
      log.warn({ err: error, refund: refund.id }, 'the provider gave no answer about a refund')
      return { kind: 'unknown', code: 'unavailable' }
    },
  )
  return withTimeout<RefundResult>(answered, { kind: 'unknown', code: 'timeout' }, ANSWER_TIMEOUT_MS)
}

const findRefund = ({ gateway, domainId, transId, refund }: Sending) =>
  gateway.findRefund({
    domainId,
    transId,
    refId: refund.ref_id,
    amountCents: refund.amount_cents,
    since: searchedSince(refund.created_at),
  })

/** Orders the void or the refund. A repeated order is never a second refund. */
async function order(sending: Sending): Promise<RefundResult> {
  const { gateway, domainId, transId, refund, sale } = sending
  const refId = refund.ref_id
  if (refund.kind === 'void') {
    const outcome = await gateway.void({ domainId, transId, refId })
    // Code 310: an earlier order voided it.
    if (outcome.kind === 'duplicate' || outcome.code === '310') return { kind: 'done', code: outcome.code, transId }
    return resultOfOutcome(outcome, 'void')
  }
  const last4 = sale.card_last4 ?? ''
  const outcome = await gateway.refund({ domainId, transId, refId, last4, amountCents: refund.amount_cents })
  if (outcome.kind !== 'duplicate') return resultOfOutcome(outcome, 'refund')
  const first = await gateway.get({ domainId, transId: outcome.transId })
  return first ? resultOfRefund(first, refund.amount_cents) : { kind: 'unknown', code: outcome.code }
}
