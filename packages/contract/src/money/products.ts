/** Products and their prices. Amounts in dollars. */
import { z } from 'zod'
import { admin, everyRole, payers } from '../base/access.ts'
import { call } from '../base/call.ts'
import { listFile, yesOrNo } from '../base/list-file.ts'
import { Id, Message, Money, Option, pageOf, paging, Search, SmallId, sortBy } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

/** Products with special rules; the ids are from the specification. */
export const productIds = { processing_fee: 1, vials: 2, referral_fee: 13, pre_order: 14 } as const

/** The fees that start the processing of one patient. */
export const feeProductIds: readonly number[] = [productIds.processing_fee, productIds.referral_fee]

/** These products are sold for a patient. */
export const patientProductIds: readonly number[] = [productIds.vials, productIds.pre_order]

export const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  shipping_fee: Money,
  /** The first entry, if any, replaces the product's own price and fee. */
  prices: z.array(z.object({ price: Money, shipping_fee: Money })),
  /** Whether we send a parcel after the order. */
  ships: z.boolean(),
  /** Whether the checkout has a shipping section, date and fee. A fee has them too: its kit is sent to the center. */
  has_shipping: z.boolean(),
  /** Whether the caller may buy the product now: it is switched on and sold to the caller's role. */
  can_buy: z.boolean(),
})
export type Product = z.infer<typeof Product>

/** A row of the Product Manager. `price` and `shipping_fee` are the prices that buyers pay. */
export const ManagedProduct = z.object({
  id: Id,
  name: z.string(),
  price: Money,
  shipping_fee: Money,
  active: z.boolean(),
})
export type ManagedProduct = z.infer<typeof ManagedProduct>

const price = z.number('Enter an amount.').min(0).max(1_000_000).multipleOf(0.01, 'Enter an amount with at most two decimals.')

export const ProductPrice = z.strictObject({
  price,
  shipping_fee: price,
  product_id: SmallId,
  /** Must be the caller's domain. */
  domain_id: Id.optional(),
})
export type ProductPrice = z.infer<typeof ProductPrice>

export const ManagedProductFilter = paging(10).extend({ search: Search, sort: sortBy('id', 'name', 'price') })
export type ManagedProductFilter = z.infer<typeof ManagedProductFilter>

export const products = {
  options: call('GET /api/v1/products/list-all-options/', everyRole('domain'), {
    machine: true,
    summary: 'The products to choose from',
    answer: z.array(Option),
  }),
  forSale: call('GET /api/v1/products/for-sale/', payers, {
    summary: 'The products that the caller may buy, for the order page',
    answer: z.array(Product),
  }),
  get: call('GET /api/v1/products/{id}/', everyRole('domain'), {
    machine: true,
    params: z.object({ id: SmallId }),
    summary: 'A product with its prices',
    answer: Product,
  }),
  list: call('GET /api/v1/products/', admin, {
    machine: true,
    summary: 'All products with their prices',
    query: ManagedProductFilter,
    answer: pageOf(ManagedProduct),
    views: ['products'],
    exports: listFile(ManagedProduct, 'products', [
      ['ID', ({ id }) => id],
      ['Name', ({ name }) => name],
      ['Price (USD)', ({ price }) => price],
      ['Shipping fee (USD)', ({ shipping_fee }) => shipping_fee],
      ['On sale', ({ active }) => yesOrNo(active)],
    ]),
  }),
  changePrice: call('POST /api/v1/product-prices/update-create/', admin, {
    proof: proof.brand,
    summary: 'Set the price and the shipping fee of a product; sales keep the price at which they were made',
    body: ProductPrice,
    answer: Message.extend({ success: z.literal(true), data: ManagedProduct }),
  }),
  change: call('PATCH /api/v1/products/{id}/', admin, {
    proof: proof.brand,
    params: z.object({ id: SmallId }),
    summary: 'Switch a product on or off',
    body: z.strictObject({ active: z.boolean() }),
    answer: ManagedProduct.extend(Message.shape),
  }),
}
