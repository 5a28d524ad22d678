/** The price of a purchase by the server's rule. For display only: the server computes the price again. */
import { totalCents } from '@vialdesk/contract/checkout'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import type { Product } from '@vialdesk/contract/products'

/** Dollars. */
export interface Price {
  price: number
  shipping: number
  discount: number
  total: number
}

/** The first entry of `prices` overrides the product's own price. */
export function priceOf(product: Product, shippingFee: 'yes' | 'no'): Price {
  const { price, shipping_fee } = product.prices[0] ?? product
  const shipping = shippingFee === 'yes' ? shipping_fee : 0
  const total = totalCents({ price: toCents(price), quantity: 1, shipping: toCents(shipping) })
  return { price, shipping, discount: 0, total: toDollars(total) }
}
