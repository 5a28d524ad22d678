/** Admins change prices and switch products on and off. A sale keeps the price at which it was made. */
import { toCents } from '@vialdesk/contract/base/primitives'
import type { ManagedProduct, ProductPrice } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { findManagedProduct, findProduct } from './products.queries.ts'

/** Sets the domain's own price and shipping fee. */
export async function changePrice(db: Db, input: ProductPrice): Promise<ManagedProduct> {
  const { product_id, domain_id } = input
  if (domain_id !== undefined && domain_id !== db.domainId) failField('domain_id', 'This is not your domain.')
  await db.lockRow('products', { id: product_id })
  const product = (await findProduct(db, product_id)) ?? failField('product_id', 'This product does not exist.')
  const was = { price_cents: product.cents, shipping_cents: product.shippingCents }
  const is = { price_cents: toCents(input.price), shipping_cents: toCents(input.shipping_fee) }
  await db.saveRow('product_prices', { product_id }, is)
  const changes = changesBetween(was, is)
  if (changes) audit(db, { type: 'product.price_changed', subject: product_id, ...changes })
  return (await findManagedProduct(db, product_id)) as ManagedProduct
}

/** A product that is switched off is not sold. */
export async function switchProduct(db: Db, id: number, active: boolean): Promise<ManagedProduct> {
  const product = (await db.lockRow('products', { id })) ?? fail('not_found')
  if (product.active !== active) {
    await db.updateRows('products', { id }, { active })
    audit(db, { type: 'product.switched', subject: id, before: { active: !active }, after: { active } })
  }
  return (await findManagedProduct(db, id)) as ManagedProduct
}
