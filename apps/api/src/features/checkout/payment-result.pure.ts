/** What became of a payment, in our own words: the same whether the provider said so at once, was asked later, or a person knows. */

interface Said {
  /** The provider's reason code, or why nothing is known. */
  code: string
  /** A sentence that may be shown to the person who pays. */
  userMessage: string
}

interface Kept {
  transId: string
  brand: string
  last4: string
  avs?: string | undefined
  cvv?: string | undefined
}

interface Refused extends Said {
  transId?: string | undefined
  avs?: string | undefined
  cvv?: string | undefined
}

export type Fate =
  /** Nothing had to be paid. */
  | { kind: 'free' }
  /** The money is there. */
  | ({ kind: 'approved' } & Said & Kept)
  /** The provider looks into it; the money is not ours yet. */
  | ({ kind: 'held' } & Said & Kept)
  /** Definite: nothing was charged, and the same card may try again. */
  | ({ kind: 'declined' } & Refused)
  | ({ kind: 'rejected' } & Refused)
  /** It may or may not have been charged. */
  | ({ kind: 'unknown' } & Said)

export type FateOf<Kind extends Fate['kind']> = Extract<Fate, { kind: Kind }>

export const unsure = (code: string): Fate => ({
  kind: 'unknown',
  code,
  userMessage: 'We have no answer about this payment yet.',
})

/** Minutes until an undecided payment is looked up again; after the last look a person is asked. */
export const BACK_OFF_MINUTES = [1, 5, 30, 120, 480] as const
/** How long the provider may take to answer a charge (milliseconds); after that its fate is unknown. */
export const CHARGE_TIMEOUT_MS = 30_000
/** How long an attempt belongs to the request that made it (seconds): well past the time-out, so that nobody asks while it still charges. */
export const LEASE_SECONDS = 90
