/** Products and their prices. */
import { toDollars } from '@vialdesk/contract/primitives'
import type { Product } from '@vialdesk/contract/products'
import { membershipIds, type Role } from '@vialdesk/contract/roles'
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
    sold_to: number[]
    ships: boolean
    has_shipping: boolean
    active: boolean
  }>(
    `select p.id, p.name, p.description, p.price_cents, p.shipping_cents, p.sold_to, p.ships, p.has_shipping, p.active,
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

export async function findProductDetails(db: Db, id: number, role: Role | undefined): Promise<Product | undefined> {
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
    ships: product.ships,
    has_shipping: product.has_shipping,
    can_buy: product.active && role !== undefined && product.sold_to.includes(membershipIds[role]),
  }
}
