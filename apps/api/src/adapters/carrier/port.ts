/**
 * What the portal asks of a carrier, whichever it is: a label, what became of one, to take it back, and where the parcel is.
 * Nothing that is told to a carrier says anything of a patient: a label lies open on a desk and in a van.
 *
 * `make` and `cancel` never throw: whatever is not known for certain is `unknown`. A label that was made twice is paid twice, so
 * whoever gets `unknown` asks `find` before anything is sent again. `find` and `track` throw `CarrierUnavailable`.
 */

/** Who sends or gets the parcel; names of places as people write them. */
export interface Party {
  /** A person's name, or blank. */
  name: string
  company: string
  phone: string
  address1: string
  address2: string
  city: string
  state: string
  country: string
  zip: string
}

export type LabelFormat = '4x6' | 'letter'

export interface LabelOrder {
  domainId: number
  /** Names this try and no other of the domain; 20 characters at most, printed on the label. */
  reference: string
  /** `YYYY-MM-DD`; a day that has passed counts as today. */
  shipDate: string
  from: Party
  to: Party
  pounds: number
  format: LabelFormat
}

export interface MadeLabel {
  trackingNumber: string
  trackingLink: string
}

/**
 * made: paid for and ready to be stuck on. refused: nothing happened, and `userMessage` says why. unknown: it may or may not have
 * been made; `find` tells.
 */
export type LabelOutcome =
  | ({ kind: 'made'; pdf: Buffer } & MadeLabel)
  | { kind: 'refused'; code: string; userMessage: string }
  | { kind: 'unknown'; code: string; cause?: unknown }

/** One that was made. Not every carrier gives the label itself a second time. */
export interface FoundLabel extends MadeLabel {
  pdf?: Buffer
}

export interface FindLabel {
  domainId: number
  reference: string
  shipDate: string
}

/** cancelled: now or before. too_late: the carrier has the parcel, or does not know the number. unknown: ask again. */
export type CancelOutcome = 'cancelled' | 'too_late' | 'unknown'

export const trackingStatuses = [
  'label_made',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'returned',
  'cancelled',
] as const
export type TrackingStatus = (typeof trackingStatuses)[number]

export interface Tracking {
  status: TrackingStatus
  /** The carrier's own words, for people. */
  description: string
  /** When that was, in UTC, where the carrier says so. */
  at?: Date
}

export interface Carrier {
  make(order: LabelOrder): Promise<LabelOutcome>
  /** Undefined: the carrier knows of none, which shortly after a try does not mean that there is none. */
  find(wanted: FindLabel): Promise<FoundLabel | undefined>
  cancel(label: { domainId: number; trackingNumber: string }): Promise<CancelOutcome>
  /** Undefined: the carrier does not know the number (yet). */
  track(label: { domainId: number; trackingNumber: string }): Promise<Tracking | undefined>
}

/** The carrier could not be asked. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'
}
