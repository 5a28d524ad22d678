/** Owners list, save and delete their cards. The provider is asked outside of transactions. */
import type { NewSavedCard, SavedCard } from '@vialdesk/contract/money/cards'
import { PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/money/payments'
import { sql } from 'kysely'
import type { Db, RequestOrigin } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { assertFewDeclines } from '#api/features/payments/decline-limits.queries.ts'
import { countDecline, type DeclineKeys, declineKeysOf } from '#api/features/payments/declined-cards.commands.ts'
import { findGatewayName, gatewayOf } from '#api/features/payments/payment-settings.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField, failFields } from '#api/platform/kernel/fail.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'
import {
  type CardOutcome,
  customerReference,
  type SavedCard as GatewayCard,
  type PaymentGateway,
} from '#api/platform/ports/payments.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { cardPolicy } from './cards.policy.ts'
import { type Customer, findCustomer, getCardOwner, toSavedCards } from './cards.queries.ts'

interface CardContext {
  ports: Ports
  transact: RunInTransaction
  domain: { id: number }
  actor: Actor
  auditActor: RequestOrigin
}

const TEN_CARDS = 'You have ten saved cards, which is the limit. Delete one to add another.'
const NO_CARD_NUMBERS = 'The card must be sent to the card gateway, not to us.'
const EXPIRED_CARD = 'This card has expired. Choose another card as the default.'

/** The gateway that new cards use. Only the owner reaches the cards; for others they do not exist. */
async function openGateway({ ports, transact, actor }: CardContext, userId: number) {
  cardPolicy.assertSees(actor, 'cards', { user_id: userId })
  const { name, customer } = await transact(async (db) => {
    const name = await findGatewayName(db)
    return { name, customer: await findCustomer(db, name, userId) }
  })
  const gateway = gatewayOf(ports, name) ?? fail('unavailable')
  return { name, gateway, customer }
}

/** An unreachable provider is no fault of the portal. */
const answered = <T>(work: Promise<T>): Promise<T> => work.catch((cause: unknown) => fail('unavailable', { cause }))

const readCards = ({ domain }: CardContext, gateway: PaymentGateway, { customerId }: Customer): Promise<GatewayCard[]> =>
  answered(gateway.listCards({ domainId: domain.id, customerId }))

/** The default card first. */
export async function listCards(context: CardContext, userId: number): Promise<SavedCard[]> {
  const { gateway, customer } = await openGateway(context, userId)
  return customer ? toSavedCards(customer, await readCards(context, gateway, customer)) : []
}

type Opened = Awaited<ReturnType<typeof openGateway>>

/** The owner's id at the provider, created if it does not exist. */
export async function ensureCustomerId(context: CardContext, userId: number): Promise<string> {
  return (await ensureCustomer(context, userId, await openGateway(context, userId))).customerId
}

/**
 * The provider returns the same customer to the same reference, so a repetition after a crash is safe. Another account at
 * the provider has other customers and cards.
 */
async function ensureCustomer(
  { domain, transact }: CardContext,
  userId: number,
  { name, gateway, customer }: Opened,
): Promise<Customer> {
  const { email } = await transact((db) => getCardOwner(db, userId))
  const { customerId } = await answered(
    gateway.ensureCustomer({ domainId: domain.id, reference: customerReference(domain.id, userId), email }),
  )
  if (customer?.customerId === customerId) return customer
  const is = { customer_profile_id: customerId, default_card: null }
  await transact((db) => db.saveRow('payment_customers', { user_id: userId, gateway: name }, is))
  return { customerId, defaultCard: null }
}

/** Saves a card. A card that is already saved gets the new expiry. */
export async function saveCard(context: CardContext, input: NewSavedCard): Promise<SavedCard> {
  const { domain, transact, ports, auditActor } = context
  const opened = await openGateway(context, input.user_id)
  const { gateway } = opened
  const { kind } = await answered(gateway.cardEntry(domain.id))
  const card = kind === 'none' ? fail('unavailable', { message: PAYMENTS_NOT_SET_UP }) : cardOf(input, kind)
  const { address } = await transact((db) => getCardOwner(db, input.user_id))
  const customer = await ensureCustomer(context, input.user_id, opened)
  const source = { ...card, billTo: { ...namesOf(input.card_holder), ...address } }
  const keys = declineKeysOf(ports.secretKey, { domainId: domain.id, card: input.card_number, ip: auditActor.ip })
  const addition = await transact((db) => startAddition(db, input.user_id, keys))
  const outcome = await answered(gateway.addCard({ domainId: domain.id, customerId: customer.customerId, source }))
  await transact(async (db) => {
    await finishAddition(db, addition, input, outcome)
    if (outcome.kind === 'declined') await countDecline(db, keys)
  })
  const saved = assertSaved(outcome)
  const all = toSavedCards(customer, await readCards(context, gateway, customer))
  return all.find(({ payment_profile_id }) => payment_profile_id === saved.cardId) ?? fail('unavailable')
}

/** Saved before the provider is asked, so that the cards of concurrent requests are counted. Refuses after too many declined cards. */
async function startAddition(db: Db, user_id: number, keys: DeclineKeys): Promise<number> {
  await assertFewDeclines(db, { userId: user_id, keys })
  const { id } = await db.insertWithId('card_additions', { user_id })
  return id
}

const additionStates = { saved: 'saved', declined: 'declined', full: 'refused', rejected: 'refused' } as const

async function finishAddition(
  db: Db,
  id: number,
  { user_id: subject, card_number }: NewSavedCard,
  outcome: CardOutcome,
): Promise<void> {
  await db.updateRows('card_additions', { id }, { status: additionStates[outcome.kind] })
  if (outcome.kind === 'saved') audit(db, { type: 'card.saved', subject, after: auditedCard(outcome.card) })
  if (outcome.kind === 'declined')
    audit(db, {
      type: 'card.declined',
      subject,
      after: { outcome_code: outcome.code, ...(card_number && { card_number: card_number.slice(-4) }) },
    })
}

type UnaddressedCard = { kind: 'card'; card: CardSecret } | { kind: 'nonce'; descriptor: string; value: string }

/** The card in the form that the gateway takes. A gateway with tokens never gets a card number from us. */
function cardOf({ card_number, expiration_date, cvv, opaque_data }: NewSavedCard, entry: 'typed' | 'token'): UnaddressedCard {
  if (entry === 'token') {
    const typed = Object.entries({ card_number, expiration_date, cvv }).filter(([, value]) => value !== undefined)
    if (typed.length > 0) failFields(Object.fromEntries(typed.map(([field]) => [field, NO_CARD_NUMBERS])))
    const { data_descriptor, data_value } = opaque_data ?? failField('opaque_data', 'Enter the card again.')
    return { kind: 'nonce', descriptor: data_descriptor, value: data_value }
  }
  if (opaque_data) failField('opaque_data', 'This portal takes the card itself.')
  return {
    kind: 'card',
    card: new CardSecret({
      number: card_number ?? failField('card_number', 'Enter the number on the card.'),
      expiry: expiration_date ?? failField('expiration_date', 'Enter the month and year on the card.'),
      cvc: cvv ?? failField('cvv', 'Enter the 3 or 4 digits on the card.'),
    }),
  }
}

/** The last word is the last name. */
function namesOf(holder: string) {
  const words = holder.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' ') || holder, lastName: words.length > 1 ? (words.at(-1) as string) : '' }
}

function assertSaved(outcome: CardOutcome): GatewayCard {
  if (outcome.kind === 'saved') return outcome.card
  if (outcome.kind === 'full') return fail('conflict', { message: TEN_CARDS })
  const { userMessage: message } = outcome
  return fail(outcome.kind === 'declined' ? 'payment_declined' : 'invalid', { message, errors: { card_number: [message] } })
}

const auditedCard = ({ brand, last4 }: GatewayCard) => ({ card_type: brand, card_number: last4 })

/** Makes a card the default. An expired card cannot pay, so it cannot become the default. */
export async function makeDefault(context: CardContext, userId: number, cardId: string): Promise<void> {
  const { transact } = context
  const { name, gateway, customer } = await openGateway(context, userId)
  if (!customer) return fail('not_found')
  const card = (await readCards(context, gateway, customer)).find((each) => each.cardId === cardId) ?? fail('not_found')
  if (card.expired) fail('conflict', { message: EXPIRED_CARD })
  await transact(async (db) => {
    const customerKey = { user_id: userId, gateway: name }
    const isOther = sql<boolean>`default_card is distinct from ${cardId}`
    const [changed] = await db.changeRows('payment_customers', customerKey, { default_card: cardId }, ['user_id'], isOther)
    if (changed) audit(db, { type: 'card.made_default', subject: userId, after: auditedCard(card) })
  })
}

/**
 * Deletes a card. The next card becomes the default. The order is saved before the provider is asked, so a repetition
 * finishes the deletion after a crash, and changes nothing after a success.
 */
export async function deleteCard(context: CardContext, userId: number, cardId: string): Promise<void> {
  const { domain, transact } = context
  const { name, gateway, customer } = await openGateway(context, userId)
  if (!customer) return fail('not_found')
  const card = (await readCards(context, gateway, customer)).find((each) => each.cardId === cardId)
  const deletion = { user_id: userId, gateway: name, card: cardId }
  await transact((db) => (card ? orderDeletion(db, deletion) : assertOrdered(db, deletion)))
  await answered(gateway.deleteCard({ domainId: domain.id, customerId: customer.customerId, cardId }))
  await transact(async (db) => {
    if (!(await finishDeletion(db, deletion))) return
    const default_card = null
    await db.updateRows('payment_customers', { user_id: userId, gateway: name, default_card: cardId }, { default_card })
    audit(db, { type: 'card.deleted', subject: userId, ...(card && { before: auditedCard(card) }) })
  })
}

interface Deletion {
  user_id: number
  gateway: string
  card: string
}

async function orderDeletion(db: Db, deletion: Deletion): Promise<void> {
  await db.insertOnce('card_deletions', deletion)
}

/** A card that the customer does not have is another one's card, unless its own deletion was ordered. */
async function assertOrdered(db: Db, { user_id, gateway, card }: Deletion): Promise<void> {
  const found = await db.findRow('card_deletions', ['card'], { user_id, gateway, card })
  if (!found) fail('not_found')
}

/** False if it was finished before. */
async function finishDeletion(db: Db, { user_id, gateway, card }: Deletion): Promise<boolean> {
  const open = { user_id, gateway, card, deleted_at: null }
  return (await db.changeRows('card_deletions', open, { deleted_at: sql`now()` }, ['card'])).length > 0
}
