/** The page's reaction to payment answers. Main rule: never ask for a second payment when the first may have been charged. */
import type { AttemptState } from '@vialdesk/contract/checkout'
import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'

export type PaymentPhase =
  | { at: 'form' }
  | { at: 'paying' }
  | { at: 'pending'; message: string; review: boolean }
  | { at: 'done'; message: string; transactionId: number | null }
  | { at: 'failed'; title: string; body: string }

export interface AttemptStatus {
  state: AttemptState
  message: string
  transaction_id: number | null
}

/** `keep`: the invoice is still needed, for another try or to check its status. */
export interface PhaseAfterAttempt {
  phase: PaymentPhase
  keep: boolean
}

export const isUndecided = (state: AttemptState | undefined) =>
  state === 'processing' || state === 'confirming' || state === 'review'

const NOT_CHARGED = 'You were not charged.'

/** The next phase for an attempt. `sent`: this page sent it or was opened to check it. */
export function phaseAfterAttempt({ state, message, transaction_id }: AttemptStatus, sent: boolean): PhaseAfterAttempt {
  switch (state) {
    case 'processing':
    case 'confirming':
    case 'review':
      return { phase: { at: 'pending', message, review: state === 'review' }, keep: true }
    case 'success':
      return { phase: { at: 'done', message, transactionId: transaction_id }, keep: false }
    case 'declined':
      return {
        phase: sent
          ? { at: 'failed', title: message, body: `${NOT_CHARGED} Try another card, or ask your bank.` }
          : { at: 'form' },
        keep: true,
      }
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

/** The invoice is not reserved for this user or has expired: reserve a new one. */
export const needsNewInvoice = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid' && 'invoice_id' in error.errors

const nextStepByCode: Record<string, string> = {
  payment_declined: `${NOT_CHARGED} Check the card, try another one, or ask your bank.`,
  price_changed: `${NOT_CHARGED} Check the new total in the summary, then proceed again.`,
  too_many: NOT_CHARGED,
}

/** Dialog after a failure without a charge: the server's message as title, reasons and next step as body. */
export function failedPhase(error: unknown): PaymentPhase {
  if (!(error instanceof ApiError)) return { at: 'failed', title: errorMessage(error), body: NOT_CHARGED }
  const sentences = Object.values(error.errors).flat()
  return { at: 'failed', title: error.message, body: nextStepByCode[error.code] ?? [...sentences, NOT_CHARGED].join(' ') }
}
