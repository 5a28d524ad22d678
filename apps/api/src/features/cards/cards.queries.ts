/** Saved cards of payers. */
import type { SavedCard } from '@vialdesk/contract/cards'
import type { SavedCard as GatewayCard } from '#api/adapters/payments/port.ts'
import type { Db } from '#api/db/db.ts'

/** A user's id at the provider. A user without an id has no saved cards. */
export async function findCustomerId(db: Db, gateway: string, userId: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('payment_customers')
    .select('customer_profile_id')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return found?.customer_profile_id
}

/** Providers list the oldest card first. The oldest card is the default. */
export const toSavedCards = (customerId: string, cards: readonly GatewayCard[]): SavedCard[] =>
  cards.map((card, n) => ({
    payment_profile_id: card.cardId,
    profile_id: customerId,
    card_type: card.brand,
    card_number: card.last4,
    card_holder: card.holder,
    expiration_date: card.expiry,
    expired: card.expired,
    default: n === 0,
  }))
