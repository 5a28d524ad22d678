/** The provider's result of a refund, in the same form whether it comes from the request or from a later look-up. */
import type { ChargeOutcome, GatewayTransaction } from '#api/platform/ports/payments.ts'

export type RefundResult =
  /** The money is given back. Null for an order that was free. */
  | { kind: 'done'; code: string; transId: string | null }
  /** Final: nothing was given back. */
  | { kind: 'refused'; code: string; message: string }
  /** The money may or may not have been given back. */
  | { kind: 'unknown'; code: string }

/**
 * A repeated order that the provider refuses before may have worked the first time. Less than the sum of the delays, so that the last
 * look-up believes it.
 */
export const REFUSAL_IS_FINAL_AFTER_MS = 8 * 3_600_000

export const NOT_SETTLED = 'This payment is not settled yet. Void it in full, or refund it after the provider has settled it.'
export const ALREADY_SETTLED = 'This payment is settled already. Refund it instead.'
const TOO_MUCH = 'The provider refuses: more would be given back than was paid.'

/** The answer to an order that the provider received. A duplicate is looked up by the caller. */
export function resultOfOutcome(outcome: Exclude<ChargeOutcome, { kind: 'duplicate' }>, kind: 'refund' | 'void'): RefundResult {
  const { code } = outcome
  if (outcome.kind === 'approved') return { kind: 'done', code, transId: outcome.transId }
  if (outcome.kind === 'unknown' || outcome.kind === 'held') return { kind: 'unknown', code }
  if (kind === 'refund' && code === '54') return { kind: 'refused', code, message: NOT_SETTLED }
  if (kind === 'refund' && code === '55') return { kind: 'refused', code, message: TOO_MUCH }
  return { kind: 'refused', code, message: outcome.userMessage || 'The provider refuses this.' }
}

/** The status of a refund that the provider knows. */
export function resultOfRefund({ kind, status, code, transId, amountCents }: GatewayTransaction, cents: number): RefundResult {
  if (kind !== 'refund' || amountCents !== cents) return { kind: 'unknown', code: 'mismatch' }
  if (status === 'unsettled' || status === 'settled') return { kind: 'done', code, transId }
  if (status === 'held') return { kind: 'unknown', code }
  return { kind: 'refused', code, message: 'The provider did not give the money back.' }
}
