/** The result of a payment, in the same form whether it comes from the charge, a later lookup or an admin. */

interface ResultMessage {
  /** The provider's reason code, or the reason for which no result is known. */
  code: string
  /** A sentence that the payer may see. */
  userMessage: string
}

interface ChargeDetails {
  transId: string
  brand: string
  last4: string
  avs?: string | undefined
  cvv?: string | undefined
}

interface RefusalDetails extends ResultMessage {
  transId?: string | undefined
  avs?: string | undefined
  cvv?: string | undefined
}

export type PaymentResult =
  /** Nothing had to be paid. */
  | { kind: 'free' }
  /** The card is charged. */
  | ({ kind: 'approved' } & ResultMessage & ChargeDetails)
  /** The provider reviews the payment; the money is not ours yet. */
  | ({ kind: 'held' } & ResultMessage & ChargeDetails)
  /** Final: nothing was charged, and the payer may try again with the same card. */
  | ({ kind: 'declined' } & RefusalDetails)
  | ({ kind: 'rejected' } & RefusalDetails)
  /** The card may or may not have been charged. */
  | ({ kind: 'unknown' } & ResultMessage)

export type PaymentResultOf<Kind extends PaymentResult['kind']> = Extract<PaymentResult, { kind: Kind }>

export const unknownResult = (code: string): PaymentResult => ({
  kind: 'unknown',
  code,
  userMessage: 'We have no answer about this payment yet.',
})

/** The gateway promises that the payment was never charged and never will be. */
export const NOT_CHARGED = {
  kind: 'rejected',
  code: 'not_charged',
  userMessage: 'The payment was interrupted before the card was charged. Please try again.',
} as const satisfies PaymentResult

/** The code of a lookup that failed. It says nothing about the payment. */
export const LOOKUP_FAILED = 'unavailable'
