import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/roles'
import { assertVisibleUser } from '#api/features/accounts/visibility/visible.queries.ts'
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

  ofCenter: serve(transactions.ofCenter, async ({ db, params, query, actor }) => {
    // An admin also reads the sales of a removed center.
    if (actor.role !== 'admin') await assertVisibleUser(db, actor, params.id, 'harvest_center')
    else if (!(await hasMembership(db, params.id, membershipIds.harvest_center))) return fail('not_found')
    return listPartyTransactions(db, { ...query, harvest_center_id: params.id }, 'buyer')
  }),
}
