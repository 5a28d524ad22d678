import { contract } from '@vialdesk/contract'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serve } from '#api/platform/http/serve.ts'
import { findProductDetails, listProductOptions } from './products.queries.ts'

const { products } = contract

export const productsRouter = {
  options: serve(products.options, ({ db }) => listProductOptions(db)),

  get: serve(products.get, async ({ db, params, actor }) => {
    return (await findProductDetails(db, params.id, actor.role)) ?? fail('not_found')
  }),
}
