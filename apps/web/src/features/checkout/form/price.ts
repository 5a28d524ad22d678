/** The price of a purchase by the server's rule. For display only: the server computes the price again. */
import { HARVEST_FEE_CENTS, priceCents } from '@vialdesk/contract/checkout'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import type { Product } from '@vialdesk/contract/products'

/** Dollars. `price` is the price of one piece. */
export interface Price {
  price: number
  quantity: number
  shipping: number
  harvestFee: number
  discount: number
  total: number
}

type YesNo = 'yes' | 'no'

export interface PriceChoices {
  /** Blank while it is typed. */
  product_quantity: number | string
  shipping_fee: YesNo
  harvest_fee: YesNo
  /** The discount of the applied coupon, in dollars. */
  coupon: { discount: number }
}

/** The first entry of `prices` overrides the product's own price. */
export function priceOf(product: Product, { product_quantity, shipping_fee, harvest_fee, coupon }: PriceChoices): Price {
  const { price, shipping_fee: fee } = product.prices[0] ?? product
  const quantity = Number(product_quantity) || 0
  const shipping = shipping_fee === 'yes' && product.has_shipping ? fee : 0
  const harvestCents = harvest_fee === 'yes' ? HARVEST_FEE_CENTS : 0
  const { discount, total } = priceCents({
    price: toCents(price),
    quantity,
    shipping: toCents(shipping),
    harvest_fee: harvestCents,
    discount: toCents(coupon.discount),
  })
  return {
    price,
    quantity,
    shipping,
    harvestFee: toDollars(harvestCents),
    discount: toDollars(discount),
    total: toDollars(total),
  }
}
