/** Products, their prices, and the saved cards of payers. */
import type { Product, SavedCard } from '@vialdesk/contract/checkout'
import { toDollars } from '@vialdesk/contract/primitives'
import type { SavedCard as ProvidersCard } from '#api/adapters/payments/port.ts'
import type { Db } from '#api/db/db.ts'

export function listProductOptions(db: Db) {
  return db.selectFrom('products').select(['id', 'name']).where('domain_id', '=', db.domainId).orderBy('id').execute()
}

/** A product and its price in cents. A domain's own price replaces the standard price. */
export async function findProduct(db: Db, id: number) {
  const [product] = await db.rows<{
    id: number
    name: string
    description: string
    price_cents: number
    shipping_cents: number
    own_price_cents: number | null
    own_shipping_cents: number | null
  }>(
    `select p.id, p.name, p.description, p.price_cents, p.shipping_cents,
       o.price_cents as own_price_cents, o.shipping_cents as own_shipping_cents
     from products p
     left join product_prices o on o.domain_id = p.domain_id and o.product_id = p.id
     where p.domain_id = $1 and p.id = $2::bigint`,
    [db.domainId, id],
  )
  return (
    product && {
      ...product,
      cents: product.own_price_cents ?? product.price_cents,
      shippingCents: product.own_shipping_cents ?? product.shipping_cents,
    }
  )
}

export async function findProductDetails(db: Db, id: number): Promise<Product | undefined> {
  const product = await findProduct(db, id)
  if (!product) return undefined
  const { name, description, price_cents, shipping_cents, own_price_cents, own_shipping_cents } = product
  const own =
    own_price_cents === null ? [] : [{ price: toDollars(own_price_cents), shipping_fee: toDollars(own_shipping_cents ?? 0) }]
  return {
    id: product.id,
    name,
    description,
    price: toDollars(price_cents),
    shipping_fee: toDollars(shipping_cents),
    prices: own,
  }
}

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
export const toSavedCards = (customerId: string, cards: readonly ProvidersCard[]): SavedCard[] =>
  cards.map((card, n) => ({
    payment_profile_id: card.cardId,
    profile_id: customerId,
    card_type: card.brand,
    card_number: card.last4,
    expiration_date: card.expiry,
    expired: card.expired,
    default: n === 0,
  }))
