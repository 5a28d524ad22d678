import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { findEverything } from './search.queries.ts'

export const searchRouter = {
  find: serve(contract.search.find, async ({ db, actor, query }) => ({ results: await findEverything(db, actor, query.search) })),
}
