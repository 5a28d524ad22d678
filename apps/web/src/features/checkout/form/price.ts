import { toCents, toDollars } from '@vialdesk/contract/base/primitives'
import { HARVEST_FEE_CENTS, priceCents } from '@vialdesk/contract/money/checkout'
import type { Product } from '@vialdesk/contract/money/products'

/** The four checkouts. The names are the server's. */
export type CheckoutKind = 'processing_fee' | 'harvest_fee' | 'product' | 'patient_vials'

/** A fee starts the processing of one patient, who may be new. Other products have a quantity and a shipping date. */
export const isFee = (kind: CheckoutKind) => kind === 'processing_fee' || kind === 'harvest_fee'

export type YesNo = 'yes' | 'no'

export interface PriceChoices {
  /** Blank while it is typed. */
  product_quantity: number | string
  shipping_fee: YesNo
  harvest_fee: YesNo
  /** The discount of the applied coupon, in dollars. */
  coupon: { discount: number }
}

/**
 * The price by the server's rule, in dollars, for display only: the server computes it again. `price` is the price of one piece. The
 * first entry of `prices` overrides the product's own price.
 */
export function priceOf(product: Product, { product_quantity, shipping_fee, harvest_fee, coupon }: PriceChoices) {
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

export type Price = ReturnType<typeof priceOf>
