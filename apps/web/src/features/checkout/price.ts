/** What a purchase costs, from the server's prices and by the server's own rule. Shown only: the server computes it anew. */
import { type Product, totalOf } from '@vialdesk/contract/checkout'
import { centsOf, dollarsOf } from '@vialdesk/contract/primitives'

/** Dollars. */
export interface Price {
  price: number
  shipping: number
  discount: number
  total: number
}

/** The first of a product's prices, where it has one, takes the place of its own. */
export function priceOf(product: Product, shippingFee: 'yes' | 'no'): Price {
  const { price, shipping_fee } = product.prices[0] ?? product
  const shipping = shippingFee === 'yes' ? shipping_fee : 0
  const total = totalOf({ price: centsOf(price), quantity: 1, shipping: centsOf(shipping) })
  return { price, shipping, discount: 0, total: dollarsOf(total) }
}
