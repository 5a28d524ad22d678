/**
 * The port for card payments. Amounts are whole cents (USD) and greater than zero, times are UTC. Every call names the
 * domain, because each domain has its own gateway account.
 *
 * Calls that move money never throw. They return an `Outcome`, which is `unknown` when the result is uncertain.
 * Read calls and calls for saved cards throw `GatewayUnavailable` when the gateway does not answer.
 */
import type { BrowserSettings, GatewayName } from '@vialdesk/contract/money/payments'
import type { CardSecret } from './card-secret.ts'
import type { ConnectionTest, ProviderAccount, ProviderSettings, WebhookRequest } from './provider.ts'
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

/** A saved card has no `billTo`: it is charged with the billing address that was saved with it. */
export type CardSource =
  | { kind: 'card'; card: CardSecret; billTo: BillingAddress }
  | { kind: 'nonce'; descriptor: string; value: string; billTo: BillingAddress }
  | { kind: 'saved'; customerId: string; cardId: string }

/**
 * `refId` identifies the attempt, `invoiceNumber` the invoice. Both have at most 20 characters and are unique in the domain.
 * An unchanged charge can be repeated safely (`duplicate`). After `declined`, a new attempt needs a new invoice number and refId.
 */
export interface ChargeOrder {
  domainId: number
  refId: string
  invoiceNumber: string
  amountCents: number
  source: CardSource
  /** Client IP of the payer, for the gateway's fraud checks. */
  ip?: string
}

export interface VoidOrder {
  domainId: number
  transId: string
  refId: string
}

/** `refId` identifies the refund. A repeated order is a `duplicate`, never a second refund. */
export interface RefundOrder {
  domainId: number
  transId: string
  refId: string
  last4: string
  amountCents: number
}

interface Answered {
  /** The gateway's reason code, or `timeout`, `html` or `network` without a readable answer. */
  code: string
  /** A message for the payer. */
  userMessage: string
  raw: RawAnswer
}

interface Checked {
  /** Result letter of the address verification. */
  avs?: string
  /** Result letter of the security code check. */
  cvv?: string
}

/**
 * approved: done. held: charged, but under review; do not fulfil the order. declined: the card was refused, nothing charged.
 * rejected: the request was refused, nothing happened (code 310: already voided). duplicate: a repeated order; `transId` is
 * the first transaction, and `get` returns its status. unknown: it may have happened; `find` returns it if so.
 */
export type ChargeOutcome =
  | ({ kind: 'approved'; transId: string; authCode?: string; brand: string; last4: string } & Answered & Checked)
  | ({ kind: 'held'; transId: string; brand: string; last4: string } & Answered & Checked)
  | ({ kind: 'declined'; transId?: string } & Answered & Checked)
  | ({ kind: 'rejected' } & Answered)
  | ({ kind: 'duplicate'; transId: string } & Answered)
  | ({ kind: 'unknown'; cause?: unknown } & Answered)

/**
 * unsettled: charged, can be voided. settled: can be refunded. failed: abandoned by the gateway, charged back, or charged with a part of the
 * amount only.
 */
export type TransactionStatus = 'unsettled' | 'settled' | 'held' | 'declined' | 'voided' | 'failed'

export interface GatewayTransaction {
  transId: string
  kind: 'charge' | 'refund'
  status: TransactionStatus
  refId: string
  invoiceNumber: string
  amountCents: number
  /** For a charge: the sum of its refunds, without voided ones. Missing at a gateway that does not say it. */
  refundedCents?: number
  code: string
  authCode?: string
  avs?: string
  cvv?: string
  brand: string
  last4: string
  customerId?: string
  submittedAt: Date
}

/** Finds charges of this invoice and amount since a time; with `refId` only those of this attempt. */
export interface FindCharges {
  domainId: number
  invoiceNumber: string
  amountCents: number
  since: Date
  refId?: string
  /** Shortens the search of some gateways when a saved card was charged. */
  customerId?: string
}

export interface FindRefund {
  domainId: number
  /** The id of the charge. */
  transId: string
  refId: string
  amountCents: number
  since: Date
}

export interface SavedCard {
  cardId: string
  brand: string
  last4: string
  /** The name on the card. */
  holder: string
  /** `YYYY-MM` */
  expiry: string
  expired: boolean
}

/** A card that is already saved gets the new expiry and keeps its id. `full`: the customer has ten cards. */
export type CardOutcome =
  | { kind: 'saved'; card: SavedCard }
  | ({ kind: 'full' | 'declined' | 'rejected' } & Omit<Answered, 'raw'>)

/** A webhook notice that a transaction changed. Only `get` returns the new status. `id` identifies repeated notices. */
export interface GatewayNotice {
  id: string
  event: string
  /** Missing in a notice about something other than a transaction. */
  transId?: string
  refId?: string
}

/**
 * How browsers send cards. `typed`: the card itself, which only the simulator allows. `token`: a script of the gateway turns the card
 * into a token for one use, with public settings that cannot charge. `none`: this domain cannot take payments.
 */
export type CardEntry =
  | { kind: 'typed' }
  | { kind: 'token'; settings: Extract<BrowserSettings, { script: string }> }
  | { kind: 'none' }

export interface PaymentGateway {
  /** Missing at a gateway without accounts. */
  account?: ProviderAccount
  /** Tries the settings of an account, which need not be saved yet. */
  testConnection?(settings: ProviderSettings): Promise<ConnectionTest>
  cardEntry(domainId: number): Promise<CardEntry>
  charge(order: ChargeOrder): Promise<ChargeOutcome>
  /** Cancels an unsettled or held transaction in full. */
  void(order: VoidOrder): Promise<ChargeOutcome>
  /** Refunds part or all of a settled charge. Code 54: not settled or too old. Code 55: more than the rest. */
  refund(order: RefundOrder): Promise<ChargeOutcome>
  /** Oldest first. A charge of the last few moments may not be found yet. */
  find(query: FindCharges): Promise<GatewayTransaction[]>
  get(query: { domainId: number; transId: string }): Promise<GatewayTransaction | undefined>
  /**
   * Refuses every later charge of an invoice number, unless it has a charge. True: it was never charged and never will be. Missing at a
   * gateway that cannot promise this.
   */
  closeUncharged?(query: { domainId: number; invoiceNumber: string }): Promise<boolean>
  /** The refund of a charge by its refId. A refund of the last few moments may not be found yet. */
  findRefund(query: FindRefund): Promise<GatewayTransaction | undefined>
  /** `reference` is the portal's id of the person, at most 20 characters. The same reference returns the same customer. */
  ensureCustomer(query: { domainId: number; reference: string; email: string }): Promise<{ customerId: string }>
  listCards(query: { domainId: number; customerId: string }): Promise<SavedCard[]>
  addCard(query: { domainId: number; customerId: string; source: Exclude<CardSource, { kind: 'saved' }> }): Promise<CardOutcome>
  /** A missing card is not an error. */
  deleteCard(query: { domainId: number; customerId: string; cardId: string }): Promise<void>
  /** Undefined when the signature is invalid. Missing at a gateway that sends no notices. */
  readNotice?(query: WebhookRequest & { domainId: number }): Promise<GatewayNotice | undefined>
}

/** Reads the payment settings of a domain. */
export type SettingsOf = (domainId: number) => Promise<ProviderSettings>

/** All gateways by name. */
export type PaymentGateways = Record<GatewayName, PaymentGateway>

export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}

/**
 * The number of an invoice at the gateway, for example `12-V-000345`. Domains may share an account of the gateway, and each of them
 * counts its invoices from 1. A gateway allows 20 characters.
 */
export const gatewayReference = (domainId: number, invoice: string): string => `${domainId}-${invoice}`

/** The portal's id of a person who saves cards, at the gateway. */
export const customerReference = (domainId: number, userId: number): string => `U${domainId}-${userId}`
