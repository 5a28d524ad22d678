/**
 * What the portal asks of a card gateway, whichever it is. Amounts are whole cents (USD) and greater than zero,
 * moments are UTC. Every call names the domain, because each domain has a gateway account of its own.
 *
 * Calls that move money never throw: they answer an `Outcome`, and whatever is not known for certain is `unknown`.
 * Calls that only read, and the care of saved cards, throw `GatewayUnavailable` when the gateway cannot be asked.
 */
import type { CardSecret } from './card-secret.ts'
import type { RawAnswer } from './raw-answer.ts'

export interface BillingAddress {
  firstName: string
  lastName: string
  address: string
  city: string
  state: string
  zip: string
  country: string
}

/** A saved card is charged with the billing address it was saved with, so only the others carry one. */
export type CardSource =
  | { kind: 'card'; card: CardSecret; billTo: BillingAddress }
  | { kind: 'nonce'; descriptor: string; value: string; billTo: BillingAddress }
  | { kind: 'saved'; customerId: string; cardId: string }

/**
 * `refId` names this attempt and `invoiceNumber` what is paid; both 20 characters at most and unique within the domain.
 * Repeating a charge unchanged is safe (`duplicate`); after a `declined` a new attempt needs a new invoice number and refId.
 */
export interface ChargeOrder {
  domainId: number
  refId: string
  invoiceNumber: string
  amountCents: number
  source: CardSource
  /** Address of the person who pays, for the gateway's fraud checks. */
  ip?: string
}

export interface VoidOrder {
  domainId: number
  transId: string
  refId: string
}

/** `refId` names this refund: repeating it is a `duplicate`, never a second refund. */
export interface RefundOrder {
  domainId: number
  transId: string
  refId: string
  last4: string
  amountCents: number
}

interface Answered {
  /** The gateway's reason code, or `timeout`, `html`, `network` where there was no answer to read. */
  code: string
  /** A sentence that may be shown to the person who pays. */
  userMessage: string
  raw: RawAnswer
}

interface Checked {
  /** Letter of the address check. */
  avs?: string
  /** Letter of the security code check. */
  cvv?: string
}

/**
 * approved: done. held: taken but under review, do not fulfil. declined: the card was refused, nothing is charged.
 * rejected: the request was refused, nothing happened (310: it was voided before). duplicate: this was asked before;
 * `transId` is the first one, whose fate `get` tells. unknown: it may or may not have happened; `find` tells.
 */
export type Outcome =
  | ({ kind: 'approved'; transId: string; authCode?: string; brand: string; last4: string } & Answered & Checked)
  | ({ kind: 'held'; transId: string; brand: string; last4: string } & Answered & Checked)
  | ({ kind: 'declined'; transId?: string } & Answered & Checked)
  | ({ kind: 'rejected' } & Answered)
  | ({ kind: 'duplicate'; transId: string } & Answered)
  | ({ kind: 'unknown'; cause?: unknown } & Answered)

/** unsettled: taken, may be voided. settled: may be refunded. failed: the gateway gave it up or it was charged back. */
export type TransactionStatus = 'unsettled' | 'settled' | 'held' | 'declined' | 'voided' | 'failed'

export interface GatewayTransaction {
  transId: string
  kind: 'charge' | 'refund'
  status: TransactionStatus
  refId: string
  invoiceNumber: string
  amountCents: number
  /** Of a charge: the sum of its refunds that were not voided. */
  refundedCents: number
  code: string
  authCode?: string
  avs?: string
  cvv?: string
  brand: string
  last4: string
  customerId?: string
  submittedAt: Date
}

/** Looks for charges of that invoice and that amount since that moment; with `refId` only for that attempt. */
export interface FindCharges {
  domainId: number
  invoiceNumber: string
  amountCents: number
  since: Date
  refId?: string
  /** Spares some gateways a long search when a saved card was charged. */
  customerId?: string
}

export interface SavedCard {
  cardId: string
  brand: string
  last4: string
  /** `YYYY-MM` */
  expiry: string
  expired: boolean
}

/** Saving a card that is saved already answers that card again, with the newer expiry. `full`: the customer has ten. */
export type CardOutcome =
  | { kind: 'saved'; card: SavedCard }
  | ({ kind: 'full' | 'declined' | 'rejected' } & Omit<Answered, 'raw'>)

/** A hint that something happened to a transaction; what, only `get` tells. `id` tells repeated notices apart. */
export interface GatewayNotice {
  id: string
  event: string
  transId: string
}

export interface Capabilities {
  /** `accept`: the browser swaps the card for a nonce; `none`: the card itself is sent, as only the simulator allows. */
  tokenize: 'accept' | 'none'
  /** What the browser needs for that; none of it can charge. */
  publicKeys: Record<string, string>
}

export interface PaymentGateway {
  capabilities(domainId: number): Promise<Capabilities>
  charge(order: ChargeOrder): Promise<Outcome>
  /** Takes back an unsettled or held transaction in full. */
  void(order: VoidOrder): Promise<Outcome>
  /** Pays back part or all of a settled charge; 54: not settled or too old, 55: more than is left. */
  refund(order: RefundOrder): Promise<Outcome>
  /** Oldest first. An empty answer to a charge of a moment ago may mean 'not yet'. */
  find(query: FindCharges): Promise<GatewayTransaction[]>
  get(query: { domainId: number; transId: string }): Promise<GatewayTransaction | undefined>
  /** `reference` is our own name for the person, 20 characters at most; the same reference gives the same customer. */
  ensureCustomer(query: { domainId: number; reference: string; email: string }): Promise<{ customerId: string }>
  listCards(query: { domainId: number; customerId: string }): Promise<SavedCard[]>
  addCard(query: { domainId: number; customerId: string; source: Exclude<CardSource, { kind: 'saved' }> }): Promise<CardOutcome>
  /** Deleting what is not there is no error. */
  deleteCard(query: { domainId: number; customerId: string; cardId: string }): Promise<void>
  /** Answers nothing when the signature does not prove that the gateway sent it. `body` is the raw body. */
  readNotice(query: { domainId: number; body: Buffer; headers: Record<string, string | undefined> }): GatewayNotice | undefined
}

export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}
