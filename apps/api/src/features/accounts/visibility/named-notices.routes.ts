/** The list of notices. It names users, so it is here: the feature of notices knows no accounts. */
import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { findNamedNotices } from './named-notices.queries.ts'

export const namedNoticesRouter = {
  list: serve(contract.notices.list, ({ db, actor, query }) => findNamedNotices(db, actor, query)),
}
