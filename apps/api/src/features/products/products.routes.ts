import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { changePrice, switchProduct } from './change-product.commands.ts'
import { findProductDetails, listManagedProducts, listProductOptions, listProductsForSale } from './products.queries.ts'

const { products } = contract

export const productsRouter = {
  options: serve(products.options, ({ db }) => listProductOptions(db)),

  forSale: serve(products.forSale, ({ db, actor }) => listProductsForSale(db, actor)),

  get: serve(products.get, async ({ db, params, actor }) => {
    return (await findProductDetails(db, params.id, actor)) ?? fail('not_found')
  }),

  list: serve(products.list, ({ db, query }) => listManagedProducts(db, query)),

  changePrice: serve(products.changePrice, async ({ db, body }) => {
    const data = await changePrice(db, body)
    return { success: true as const, message: 'The price has been updated.', data }
  }),

  change: serve(products.change, async ({ db, params, body: { active } }) => {
    const product = await switchProduct(db, params.id, active)
    return { ...product, message: active ? 'The product is on sale.' : 'The product is no longer on sale.' }
  }),
}
