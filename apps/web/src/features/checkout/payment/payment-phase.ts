/** The page's reaction to payment answers. Main rule: never ask for a second payment when the first may have been charged. */
import type { AttemptState, PaidPurchase } from '@vialdesk/contract/money/checkout'
import { CardError } from '#web/entities/payment/card-error.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'

export type PaymentPhase =
  | { at: 'form' }
  | { at: 'paying' }
  | { at: 'pending'; message: string; review: boolean }
  | { at: 'done'; message: string; transactionId: number | null; purchase: PaidPurchase | null }
  /** `declined`: the form shows it at the card too. */
  | { at: 'failed'; title: string; body: string; declined?: true }

export interface AttemptStatus {
  state: AttemptState
  message: string
  transaction_id: number | null
  purchase: PaidPurchase | null
}

/** `keep`: the invoice is still needed, for another try or to check its status. */
interface PhaseAfterAttempt {
  phase: PaymentPhase
  keep: boolean
}

export const isUndecided = (state: AttemptState | undefined) =>
  state === 'processing' || state === 'confirming' || state === 'review'

const NOT_CHARGED = 'You were not charged.'

/** The next phase for an attempt. `sent`: this page sent it or was opened to check it. */
export function phaseAfterAttempt({ state, message, transaction_id, purchase }: AttemptStatus, sent: boolean): PhaseAfterAttempt {
  switch (state) {
    case 'processing':
    case 'confirming':
    case 'review':
      return { phase: { at: 'pending', message, review: state === 'review' }, keep: true }
    case 'success':
      return { phase: { at: 'done', message, transactionId: transaction_id, purchase }, keep: false }
    case 'declined':
      return {
        phase: sent
          ? { at: 'failed', title: message, body: `${NOT_CHARGED} Try another card, or ask your bank.`, declined: true }
          : { at: 'form' },
        keep: true,
      }
    case 'interrupted':
      // Nothing is wrong with the card. The message names the next step.
      return { phase: sent ? { at: 'failed', title: message, body: NOT_CHARGED } : { at: 'form' }, keep: true }
    case 'failed':
      return { phase: { at: 'failed', title: message, body: NOT_CHARGED }, keep: false }
    default: {
      const body = `${NOT_CHARGED} Check your connection and try again.`
      return { phase: sent ? { at: 'failed', title: 'The payment did not reach us.', body } : { at: 'form' }, keep: true }
    }
  }
}

/** Refusals that prove that nothing was charged. After other answers, the page asks the server for the status. */
const notChargedCodes = new Set<string>([
  'invalid',
  'malformed',
  'not_found',
  'proof_required',
  'too_many',
  'too_large',
  'price_changed',
  'payment_declined',
  'purchase_refused',
  'not_enough_vials',
  'duplicate_email',
  'method_not_allowed',
  'unsupported_media',
])

export const mayBeCharged = (error: unknown) => !(error instanceof ApiError && notChargedCodes.has(error.code))

const CARD_REFUSED = 'This card could not be used.'
/** The card was not looked at: another one would not help. */
const CARD_NOT_SENT = 'The payment was not sent.'

/** The invoice is not reserved for this user or has expired: reserve a new one. */
export const needsNewInvoice = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid' && 'invoice_id' in error.errors

const nextStepByCode: Record<string, string> = {
  payment_declined: `${NOT_CHARGED} Check the card, try another one, or ask your bank.`,
  price_changed: `${NOT_CHARGED} Check the new total in the summary, then proceed again.`,
  too_many: NOT_CHARGED,
}

/** The reason of the server, or the reasons at the fields. */
function reasonOf({ code, reason, errors }: ApiError): string {
  if (reason) return reason
  return nextStepByCode[code] ?? Object.values(errors).flat().join(' ')
}

const withNotCharged = (reason: string) => (reason.includes('charged') ? reason : [reason, NOT_CHARGED].filter(Boolean).join(' '))

/** Dialog after a failure without a charge: the server's message as title, reasons and next step as body. */
export function failedPhase(error: unknown): Extract<PaymentPhase, { at: 'failed' }> {
  if (error instanceof CardError) {
    const body = withNotCharged(error.message)
    return error.field
      ? { at: 'failed', title: CARD_REFUSED, body, declined: true }
      : { at: 'failed', title: CARD_NOT_SENT, body }
  }
  if (!(error instanceof ApiError) || error.code === 'proof_required')
    return { at: 'failed', title: errorMessage(error), body: NOT_CHARGED }
  return {
    at: 'failed',
    title: error.message,
    body: withNotCharged(reasonOf(error)),
    ...(error.code === 'payment_declined' && { declined: true }),
  }
}
