/**
 * The port for shipping labels: create, find and cancel a label, and track its parcel.
 * Nothing sent to a carrier may identify a patient, because labels are visible to everyone on the way.
 *
 * `make` and `cancel` never throw; they return `unknown` when the result is uncertain. Two labels cost twice, so after
 * `unknown` call `find` before a retry. `find` and `track` throw `CarrierUnavailable` when they cannot know.
 */

/** The sender or recipient of a parcel. State and country are names as people write them. */
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
  /** Identifies this attempt within the domain. At most 20 characters, printed on the label. */
  reference: string
  /** `YYYY-MM-DD`, a day at the sender. A past day is replaced by today. */
  shipDate: string
  /** Of the business. It gives the day where the carrier does not know the time zone of the sender. */
  timeZone: string
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
 * made: bought and ready to print. refused: nothing happened, for the reason in `userMessage`. unknown: it may have been
 * made; `find` returns it if so.
 */
export type LabelOutcome =
  | ({ kind: 'made'; pdf: Buffer } & MadeLabel)
  | { kind: 'refused'; code: string; userMessage: string }
  | { kind: 'unknown'; code: string; cause?: unknown }

/** An existing label. Not every carrier returns the PDF a second time. */
export interface FoundLabel extends MadeLabel {
  pdf?: Buffer
}

/** The order of the label. A carrier finds a label by its reference and day. */
export interface FindLabel extends Pick<LabelOrder, 'domainId' | 'reference' | 'shipDate' | 'timeZone' | 'from'> {
  orderedAt: Date
}

/** cancelled: now or earlier. too_late: the carrier has the parcel, or the number is unknown to it. unknown: ask again. */
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
  /** The carrier's own text, for people. */
  description: string
  /** The time of the status in UTC, if the carrier returns it. */
  at?: Date
}

export interface Carrier {
  make(order: LabelOrder): Promise<LabelOutcome>
  /** Undefined: the carrier finds no label. Shortly after an attempt the label may still exist. */
  find(wanted: FindLabel): Promise<FoundLabel | undefined>
  cancel(label: { domainId: number; trackingNumber: string }): Promise<CancelOutcome>
  /** Undefined: the number is unknown to the carrier, maybe not yet known. */
  track(label: { domainId: number; trackingNumber: string }): Promise<Tracking | undefined>
}

/** The carrier did not answer, or cannot know. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'
  /** Why, and what helps, if that is more than waiting. */
  readonly userMessage: string | undefined

  constructor(message: string, { cause, userMessage }: { cause?: unknown; userMessage?: string } = {}) {
    super(message, { cause })
    this.userMessage = userMessage
  }
}
