import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/roles'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serve } from '#api/platform/http/serve.ts'
import { getSale, getSaleParties } from './transaction-rows.queries.ts'
import { relationTo, repPolicy } from './transactions.policy.ts'
import { hasMembership, listPartyTransactions, listTransactions } from './transactions.queries.ts'

const { transactions } = contract

export const transactionsRouter = {
  list: serve(transactions.list, ({ db, query }) => listTransactions(db, query)),

  get: serve(transactions.get, async ({ db, params, actor }) => {
    const parties = await getSaleParties(db, actor, params.id)
    return getSale(db, params.id, relationTo(parties, actor))
  }),

  ofRep: serve(transactions.ofRep, async ({ db, params, query, actor }) => {
    repPolicy.assertSees(actor, 'sales', params)
    if (!(await hasMembership(db, params.id, membershipIds.sales_rep))) return fail('not_found')
    const relation = actor.role === 'admin' ? 'admin' : 'sales_line'
    return listPartyTransactions(db, { ...query, sales_rep_id: params.id }, relation)
  }),
}
