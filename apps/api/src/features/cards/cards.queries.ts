/** Saved cards of payers. The provider keeps the cards; the portal keeps the customer's id and the preferred card. */
import type { SavedCard } from '@vialdesk/contract/money/cards'
import type { Db } from '#api/db/db.ts'
import type { BillingAddress, SavedCard as GatewayCard } from '#api/platform/ports/payments.ts'

export interface Customer {
  /** The user's id at the provider. */
  customerId: string
  defaultCard: string | null
}

/** A user without a customer has no saved cards. */
export async function findCustomer(db: Db, gateway: string, userId: number): Promise<Customer | undefined> {
  const key = { user_id: userId, gateway }
  const found = await db.findRow('payment_customers', ['customer_profile_id', 'default_card'], key)
  return found && { customerId: found.customer_profile_id, defaultCard: found.default_card }
}

export const findCustomerId = async (db: Db, gateway: string, userId: number): Promise<string | undefined> =>
  (await findCustomer(db, gateway, userId))?.customerId

/** The provider lists the oldest card first. Without a preferred card, the oldest one is the default. */
export function toSavedCards({ customerId, defaultCard }: Customer, cards: readonly GatewayCard[]): SavedCard[] {
  const preferred = cards.find(({ cardId }) => cardId === defaultCard) ?? cards[0]
  return cards
    .toSorted((a, b) => Number(b === preferred) - Number(a === preferred))
    .map((card) => ({
      payment_profile_id: card.cardId,
      profile_id: customerId,
      card_type: card.brand,
      card_number: card.last4,
      card_holder: card.holder,
      expiration_date: card.expiry,
      expired: card.expired,
      default: card === preferred,
    }))
}

/** The data of a card's owner that the provider gets. */
export async function getCardOwner(
  db: Db,
  userId: number,
): Promise<{ email: string; address: Omit<BillingAddress, 'firstName' | 'lastName'> }> {
  const { email, ...address } = await db
    .selectFrom('users')
    .select(['email', 'address1 as address', 'city', 'state_desc as state', 'zip_code as zip', 'country_desc as country'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email, address }
}
